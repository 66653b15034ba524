-- 10:50 warning: npc.memory.calm_until is nil here at first => or 0)

return behaviour {
  name = "unset_elsewhere",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.age > 3 and npc.time > npc.memory.calm_until then return "alarm" end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
    alarm = {
      enter = function(npc) npc.memory.calm_until = npc.time + 9 end,
      tick = function(npc) return "rest" end,
    },
  },
}
