-- A place without its second coordinate.
local tactics = require "lib.tactics"

return behaviour {
  name   = "missing_argument",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.go(npc, npc.home_x) -- FAULT
      end,
    },
  },
}
