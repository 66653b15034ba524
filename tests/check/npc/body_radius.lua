-- 5:14 error: body.radius is 0; it must lie between 0.1 and 5
return behaviour {
  name = "body_radius",
  body = {
    radius = 0,
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
