-- 2:18 error:  => }
return behaviour {
  name = "syntax_brace_open",
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
