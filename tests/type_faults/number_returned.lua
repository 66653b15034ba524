-- A handler that returns a number instead of a state's name.

return behaviour {
  name   = "number_returned",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        return npc.x -- FAULT
      end,
    },
  },
}
