-- 9:39 error: there is no state 'restt' => did you mean 'rest'
return behaviour {
  name = "state_through_local",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local goal = "flee"
        if npc.health < 5 then goal = "restt" end
        return goal
      end,
    },
    flee = { tick = function(npc) return "rest" end },
  },
}
