-- 9:35 error: the range 9..3 is empty => npc:random(3, 9)
return behaviour {
  name = "argument_range",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.n = npc:random(9, 3)
        return "flee"
      end,
    },
    flee = {
      tick = function(npc)
        if npc.state_time > 5 then return "rest" end
      end,
    },
  },
}
