-- 5:15 error: body.faction is number, not a string => faction = "
return behaviour {
  name = "body_faction",
  body = {
    faction = 3,
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
