-- 13:26 error: front contains itself, and cannot be kept in memory => keep numbers or names
return behaviour {
  name = "memory_circle",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey", damage = 2, reach = 1 },
  start = "rest",

  states = {
    rest = {
      tick = function(npc)
        local front = { x = npc.x }
        local back = { next = front }
        front.back = back
        npc.memory.den = front
        npc:steer(npc.memory.den.x, 1)
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
