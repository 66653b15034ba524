-- 12:19 warning: x may be nil here: not every path => if x then

return behaviour {
  name = "absent_unassigned",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local x
        if npc.health > 10 then x = npc.home_x end
        npc:steer(x, npc.y)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
