-- A code that the pathfinder does not have.

return behaviour {
  name   = "misspelt_code",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        if pathfinder.tick(npc) == pathfinder.SERCH_OK then npc:stop() end -- FAULT
      end,
    },
  },
}
