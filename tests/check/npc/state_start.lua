-- 4:11 error: there is no state 'rset' to start in => did you mean 'rest'
return behaviour {
  name = "state_start",
  start = "rset",
  states = {
    rest = { tick = function(npc) return "flee" end },
    flee = { tick = function(npc) return "rest" end },
  },
}
