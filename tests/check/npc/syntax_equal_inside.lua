-- 9:24 error: = assigns => did you mean '=='
return behaviour {
  name = "syntax_equal_inside",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if (npc.id % 2 = 0) then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
