-- 17:17 warning: by may be nil here => if by then
return behaviour {
  name = "absent_key",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey", damage = 2, reach = 1 },
  start = "rest",

  states = {
    rest = {
      tick = function(npc)
        npc:steer(npc.home_x, npc.memory.grudges and 1 or 2)
        if npc.state_time > 3 then
          return "wait"
        end
      end,
      hurt = function(npc, by)
        local grudges = npc.memory.grudges or {}
        grudges[by] = true
        npc.memory.grudges = grudges
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
