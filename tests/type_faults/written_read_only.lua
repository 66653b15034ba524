-- A read-only field of the creature is assigned.

return behaviour {
  name   = "written_read_only",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.heading = 0 -- FAULT for Luau
        npc:stop()
      end,
    },
  },
}
