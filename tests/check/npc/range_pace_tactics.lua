-- 3:14 warning: tactics.go: pace is 40; it is a share of top speed, 0 to 1 => 0.5 half
local tactics = require "lib.tactics"
local FAST = 40

return behaviour {
  name = "range_pace_tactics",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.go(npc, 3, 4, FAST)
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
