-- 11:41 warning: tactics.follow: pace is 2; it is a share => 0.5 half
local tactics = require "lib.tactics"

return behaviour {
  name = "range_pace_option",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.follow(npc, 7, { pace = 2 })
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
