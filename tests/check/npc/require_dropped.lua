-- 2:1 error: the module that is required here is unused => local tactics = require "lib.tactics"
require "lib.tactics"

return behaviour {
  name = "require_dropped",
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
