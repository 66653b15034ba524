-- 5:3 error: a behaviour has no 'tick'
return behaviour {
  name = "handler_top",
  start = "rest",
  tick = function(npc) npc:stop() end,
  states = { rest = {} },
}
