-- 6:32 error: frozen => npc.memory.seen
local seen = {}
return behaviour {
  name = "reload_writes",
  start = "rest",
  on_reload = function(npc, v) seen[npc.id] = true end,
  states = { rest = { tick = function(npc) npc:stop() end } },
}
