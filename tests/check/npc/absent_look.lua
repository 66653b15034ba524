-- 10:18 warning: foe may be nil here => if foe then
return behaviour {
  name = "absent_look",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc) if not npc.memory.foe then return end
        local foe = npc:look(npc.memory.foe)
        npc:face(foe.x, foe.y)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
