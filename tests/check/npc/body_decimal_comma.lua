-- 5:16 error: only entries with names => 6.2 with a dot
return behaviour {
  name = "body_decimal_comma",
  body = {
    speed = 6, 2,
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
