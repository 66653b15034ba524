-- 12:19 warning: how is never pathfinder.MAP_FAILED => blocked
local tactics = require "lib.tactics"

return behaviour {
  name = "compare_status_code",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local how = tactics.go(npc, 3, 4)
        if how == pathfinder.MAP_FAILED then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
