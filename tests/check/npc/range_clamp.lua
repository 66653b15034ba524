-- 10:37 error: math.clamp: the lower bound 1 is above the upper one, 0.2 => lower bound before
return behaviour {
  name = "range_clamp",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey", damage = 2, reach = 1 },
  start = "rest",

  states = {
    rest = {
      tick = function(npc)
        npc:steer(math.clamp(npc.x, 1, 0.2), npc.y)
        if npc.state_time > 3 then
          return "wait"
        end
      end,
    },
    wait = {
      tick = function(npc)
        if npc.state_time > 2 then
          return "rest"
        end
      end,
    },
  },
}
