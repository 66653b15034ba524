-- 5:14 error: body.damage is boolean, not a number
return behaviour {
  name = "body_missing_comma_value",
  body = {
    damage = true,
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
