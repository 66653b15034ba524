-- A field of the creature is assigned, though it only tells how things are.

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
