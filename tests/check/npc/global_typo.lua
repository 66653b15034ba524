-- 10:12 error: there is no 'cuont' => did you mean 'count'
return behaviour {
  name = "global_typo",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local count = 3
        if cuont > 2 then return "flee" end
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
