-- 5:13 error: body.speed is string, not a number => speed = 4
return behaviour {
  name = "body_number_in_quotes",
  body = {
    speed = "4",
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
