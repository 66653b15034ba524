-- 12:19 warning: how is never 'blockd' => did you mean 'blocked'
local tactics = require "lib.tactics"

return behaviour {
  name = "compare_how",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local how = tactics.go(npc, 3, 4)
        if how == "blockd" then return "flee" end
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
