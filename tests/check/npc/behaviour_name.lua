-- 3:10 error: the behaviour is called 'hound' => name = "behaviour_name"
return behaviour {
  name = "hound",
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
