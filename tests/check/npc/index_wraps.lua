-- 11:54 warning: lists begin at 1 => + 1
local ROUND = { { x = 8, y = 0 }, { x = 0, y = 8 } }
return behaviour {
  name = "index_wraps",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        local offset = ROUND[npc.memory.leg or 1]
        npc:face(offset.x, offset.y)
        npc.memory.leg = ((npc.memory.leg or 1) + 1) % #ROUND
      end },
  },
}
