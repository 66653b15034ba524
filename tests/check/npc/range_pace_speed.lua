-- 9:43 warning: npc:steer: pace is a speed in metres a second; it is a share => 0.5 half
return behaviour {
  name = "range_pace_speed",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:steer(npc.home_x, npc.home_y, npc.top_speed)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
