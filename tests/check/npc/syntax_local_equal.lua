-- 2:13 error: joined by = => local SIGHT = 25
local SIGHT 25

return behaviour {
  name = "syntax_local_equal",
  start = "rest",
  states = { rest = { tick = function(npc) npc:face(SIGHT, SIGHT) end } },
}
