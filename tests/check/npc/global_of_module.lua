-- 11:9 error: there is no 'idle' => tactics.idle
local tactics = require "lib.tactics"

return behaviour {
  name = "global_of_module",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        idle(npc)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
