-- 10:27 error: prey is a number => npc:attack(prey)
return behaviour {
  name = "method_of_id",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local prey = npc:nearest { faction = "prey", within = 9 }
        if prey then prey:attack(npc.id) end
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
