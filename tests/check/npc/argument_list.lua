-- 11:25 error: x must be a number, not a table => tactics.go(npc, x, y, pace, storey)
local tactics = require "lib.tactics"

return behaviour {
  name = "argument_list",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.go(npc, { npc.home_x, npc.home_y }, 0.4)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
