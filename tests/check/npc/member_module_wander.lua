-- 11:17 error: lib.tactics has no 'wonder' => did you mean 'wander'
local tactics = require "lib.tactics"

return behaviour {
  name = "member_module_wander",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.wonder(npc, 8)
        return "flee"
      end,
    },
    flee = {
      tick = function(npc)
        if npc.state_time > 5 then return "rest" end
      end,
    },
  },
}
