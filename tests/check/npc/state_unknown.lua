-- 9:36 error: there is no state 'fle' => did you mean 'flee'
return behaviour {
  name = "state_unknown",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.age > 3 then return "fle" end
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
