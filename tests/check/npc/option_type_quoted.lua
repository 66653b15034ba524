-- 11:41 error: stop must be a number => without quotes: stop = 2
local tactics = require "lib.tactics"

return behaviour {
  name = "option_type_quoted",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.follow(npc, 3, { stop = "2" })
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
