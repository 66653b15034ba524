-- 11:29 error: radius must be a number => tactics.wander(npc, radius, pace)
local tactics = require "lib.tactics"

return behaviour {
  name = "argument_module",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.wander(npc, "far")
        return "flee"
      end,
    },
    flee = {
      tick = function(npc)
        if npc.state_time > 5 then return "rest" end
      end,
    },
  },
}
