-- 11:38 warning: never => blocked
local tactics = require "lib.tactics"

return behaviour {
  name = "status_wander",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if tactics.wander(npc, 8) == "blokced" then npc:stop() end
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
