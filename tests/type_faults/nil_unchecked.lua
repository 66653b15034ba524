-- npc:look returns nil when the creature is gone; here the result is not tested.

return behaviour {
  name   = "nil_unchecked",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        local other = npc:look(1)
        npc:face(other.x, other.y) -- FAULT
      end,
    },
  },
}
