-- A string that is no tactical state.

return behaviour {
  name   = "misspelt_state_of_tactics",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        pathfinder.report(npc, "seak") -- FAULT
        npc:stop()
      end,
    },
  },
}
