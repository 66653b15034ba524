-- 6:27 error: Lua has no '=>' => function(npc)
return behaviour {
  name = "syntax_arrow",
  start = "rest",
  states = {
    rest = { tick = (npc) => npc:stop() },
  },
}
