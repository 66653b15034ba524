-- 10:36 warning: to may be nil here => check it first
return behaviour {
  name = "absent_noise",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local to = npc:listen { within = 20 }
        npc:steer(npc.x + math.cos(to), npc.y)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
