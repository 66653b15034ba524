-- 11:29 warning: leader may be nil here => if leader
local tactics = require "lib.tactics"
return behaviour {
  name = "nearest_of_another",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        if npc:nearest { faction = "predator", within = 10 } then return end
        local leader = npc:nearest { faction = "folk", within = 14 }
        tactics.follow(npc, leader)
      end },
  },
}
