-- 16:13 error: npc is a number: it has no 'stop' => (npc, by, amount)
return behaviour {
  name = "handler_swapped",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey", damage = 2, reach = 1 },
  start = "rest",

  states = {
    rest = {
      tick = function(npc)
        npc:face(npc.home_x, npc.home_y)
        if npc.state_time > 3 then
          return "wait"
        end
      end,
      hurt = function(by, npc)
        npc:stop()
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
