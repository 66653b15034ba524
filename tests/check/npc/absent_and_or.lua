-- 14:29 warning: may be nil here: the creature may be gone => local found =

return behaviour {
  name = "absent_and_or",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      hurt = function(npc, by)
        npc.memory.foe = by
      end,
      tick = function(npc)
        local m = npc.memory
        local x = m.foe and npc:look(m.foe).x or npc.x
        npc:steer(x, npc.y)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
