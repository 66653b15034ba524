-- 10:25 error: something is missing after '+' => no value begins with '+'
return behaviour {
  name = "syntax_unary_plus",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey", damage = 2, reach = 1 },
  start = "rest",

  states = {
    rest = {
      tick = function(npc)
        npc:face(npc.x + + 3, npc.y)
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
