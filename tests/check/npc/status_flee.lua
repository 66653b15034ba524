-- 12:19 warning: is never => 
local tactics = require "lib.tactics"

return behaviour {
  name = "status_flee",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local how = tactics.flee_from(npc, 3, 20)
        if how == "cornered" then npc:stop() end
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
