-- 11:17 error: lib.tactics has no 'folow' => did you mean 'follow'
local tactics = require "lib.tactics"

return behaviour {
  name = "member_module",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.folow(npc, npc.id)
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
