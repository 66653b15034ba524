-- 2:25 error: there is no module 'tactics.lua' => lib.tactics
local tactics = require "tactics.lua"

return behaviour {
  name = "require_slash",
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
