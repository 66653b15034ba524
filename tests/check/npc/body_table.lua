-- 4:10 error: body is number, not a table
return behaviour {
  name = "body_table",
  body = 3,
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
