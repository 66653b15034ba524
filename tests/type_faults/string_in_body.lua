-- The speed of a body is a string.

return behaviour {
  name   = "string_in_body",
  body   = { radius = 0.5, speed = "fast" }, -- FAULT
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
      end,
    },
  },
}
