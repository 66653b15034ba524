-- A call that a creature does not have.

return behaviour {
  name   = "misspelt_call",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:steeer(npc.home_x, npc.home_y) -- FAULT
      end,
    },
  },
}
