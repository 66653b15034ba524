-- 10:30 error: x must be a number => write foe.x, foe.y
return behaviour {
  name = "argument_point",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc) if not npc.memory.foe then return end
        local foe = npc:look(npc.memory.foe)
        if foe then npc:face(foe) end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
