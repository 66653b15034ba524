-- 12:44 error: id must be a number => write foe.id
local tactics = require "lib.tactics"

return behaviour {
  name = "argument_creature",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc) if not npc.memory.foe then return end
        local foe = npc:look(npc.memory.foe)
        if foe then tactics.flee_from(npc, foe, 20) end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
