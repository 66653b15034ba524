-- 11:17 error: needs a dot => tactics.idle
local tactics = require "lib.tactics"

return behaviour {
  name = "colon_for_dot",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics:idle(npc)
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
