-- 2:25 error: there is no module 'lib.tactcs' => did you mean 'lib.tactics'
local tactics = require "lib.tactcs"

return behaviour {
  name = "require_unknown",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.idle(npc)
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
