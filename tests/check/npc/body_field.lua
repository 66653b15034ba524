-- 5:5 error: a body has no 'spede' => did you mean 'speed'
return behaviour {
  name = "body_field",
  body = {
    spede = 3,
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
