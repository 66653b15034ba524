-- 5:14 error: body.health is 1000000000; it must lie between 1 and 1000000
return behaviour {
  name = "body_health_huge",
  body = {
    health = 1e9,
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
