-- 5:30 error: does not take the creature => function(npc)
return behaviour {
  name = "handler_no_npc",
  start = "rest",
  states = { rest = { tick = function() npc:stop() end } },
}
