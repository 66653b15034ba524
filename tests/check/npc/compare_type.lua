-- 9:37 warning: there is no type 'nubmer' => did you mean 'number'
return behaviour {
  name = "compare_type",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if type(npc.memory.prey) == "nubmer" then return "flee" end
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
