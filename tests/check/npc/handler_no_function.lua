-- 6:21 error: tick is string, not a function => function(npc)
return behaviour {
  name = "handler_no_function",
  start = "rest",
  states = {
    rest = { tick = "idle" },
  },
}
