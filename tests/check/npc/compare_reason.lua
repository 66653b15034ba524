-- 9:38 warning: there is no reason 'goal blokced' => did you mean 'goal blocked'
return behaviour {
  name = "compare_reason",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if pathfinder.reason(npc) == "goal blokced" then return "flee" end
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
