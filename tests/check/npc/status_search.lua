-- 10:59 warning: is never 'fuond' => found
local tactics = require "lib.tactics"
return behaviour {
  name = "status_search",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if tactics.search(npc, npc.home_x, npc.home_y) == "fuond" then return "flee" end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
