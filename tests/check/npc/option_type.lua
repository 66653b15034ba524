-- 11:51 error: pace must be a number, not a string => for example pace
local tactics = require "lib.tactics"

return behaviour {
  name = "option_type",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.follow(npc, 3, { stop = 2, pace = "slow" })
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
