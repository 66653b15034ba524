-- A field that a creature does not have.

return behaviour {
  name   = "misspelt_field",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.helth < 10 then return "rest" end -- FAULT
        npc:stop()
      end,
    },
  },
}
