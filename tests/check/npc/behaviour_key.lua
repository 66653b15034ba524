-- 5:3 error: a behaviour has no 'sates' => did you mean 'states'
return behaviour {
  name = "behaviour_key",
  start = "rest",
  sates = { rest = { tick = function(npc) npc:stop() end } },
}
