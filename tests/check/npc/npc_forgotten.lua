-- 11:24 error: npc is a number => tactics.wander(npc
local tactics = require "lib.tactics"

return behaviour {
  name = "npc_forgotten",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.wander(8)
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
