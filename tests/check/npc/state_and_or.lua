-- 6:61 error: there is no state 'fleee' => did you mean 'flee'
return behaviour {
  name = "state_and_or",
  start = "rest",
  states = {
    rest = { tick = function(npc) return npc.health < 5 and "fleee" or "flee" end },
    flee = { tick = function(npc) return "rest" end },
  },
}
