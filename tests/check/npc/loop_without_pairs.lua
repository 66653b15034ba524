-- 9:18 error: without pairs => pairs(npc.memory)
return behaviour {
  name = "loop_without_pairs",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        for k, v in npc.memory do print(k, v) end
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
