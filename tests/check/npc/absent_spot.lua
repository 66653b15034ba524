-- 10:19 warning: x may be nil here => if x then
return behaviour {
  name = "absent_spot",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local x, y = npc:spot(20)
        npc:steer(x, y)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
