-- 5:5 error: there is no state 'sleep' to start in => there is: rest
return behaviour {
  name = "state_start_below",
  start =
    "sleep",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
