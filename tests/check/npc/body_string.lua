-- 5:13 error: body.speed is string, not a number
return behaviour {
  name = "body_string",
  body = {
    speed = "fast",
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
