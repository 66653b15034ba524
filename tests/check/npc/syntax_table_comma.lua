-- 4:17 error:  => comma
return behaviour {
  name = "syntax_table_comma",
  start = "rest"
  states = { rest = { tick = function(npc) npc:stop() end } },
}
