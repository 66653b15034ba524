-- 2:1 error: not returned => return behaviour
behaviour {
  name = "behaviour_not_returned",
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
