-- 6:14 error: a state has no 'tik' => did you mean 'tick'
return behaviour {
  name = "handler_typo",
  start = "rest",
  states = {
    rest = { tik = function(npc) npc:stop() end },
  },
}
