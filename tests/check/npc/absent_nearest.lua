-- 12:29 warning: prey may be nil here: there may be no match => if prey then
local tactics = require "lib.tactics"

return behaviour {
  name = "absent_nearest",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local prey = npc:nearest { faction = "prey", within = 20 }
        tactics.follow(npc, prey)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
