-- A body whose speed is a text.

return behaviour {
  name   = "text_in_body",
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
