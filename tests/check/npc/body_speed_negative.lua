-- 5:13 error: body.speed is -2; it must lie between 0 and 30
return behaviour {
  name = "body_speed_negative",
  body = {
    speed = -2,
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
