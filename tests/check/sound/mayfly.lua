-- Its last state ends with its life.
return behaviour {
  name = "mayfly",
  body = { radius = 0.2, speed = 3, health = 1, faction = "insects" },
  start = "dance",
  states = {
    dance = {
      tick = function(npc)
        if npc.age > 20 then return "wilt" end
        npc:steer(npc.home_x, npc.home_y)
      end,
    },
    wilt = {
      tick = function(npc)
        if npc.state_time > 1 then npc:despawn() end
      end,
    },
  },
}
