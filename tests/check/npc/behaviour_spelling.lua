-- 2:8 error: there is no 'behavior' => did you mean 'behaviour'
return behavior {
  name = "behaviour_spelling",
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
