-- 5:13 error: must be one visible letter
return behaviour {
  name = "body_glyph",
  body = {
    glyph = "wolf",
  },
  start = "rest",
  states = { rest = { tick = function(npc) npc:stop() end } },
}
