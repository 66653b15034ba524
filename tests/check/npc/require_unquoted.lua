-- 2:25 error: there is no 'lib' => require "lib.tactics"
local tactics = require(lib.tactics)

return behaviour {
  name = "require_unquoted",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.idle(npc)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
