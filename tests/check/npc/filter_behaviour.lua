-- 9:45 error: no creature has the behaviour 'wofl' => did you mean 'wolf'
return behaviour {
  name = "filter_behaviour",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local p = npc:nearest { behaviour = "wofl", within = 9 }
        if p then return "flee" end
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
