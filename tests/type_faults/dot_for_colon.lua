-- A method called with a dot: the creature itself is missing.

return behaviour {
  name   = "dot_for_colon",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.say("hello") -- FAULT
      end,
    },
  },
}
