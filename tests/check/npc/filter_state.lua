-- 9:39 error: no creature has the state 'atack' => did you mean 'attack'
return behaviour {
  name = "filter_state",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local p = npc:count { state = "atack", within = 9 }
        if p > 2 then return "flee" end
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
