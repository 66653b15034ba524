-- 6:19 warning: never equals => 
return behaviour {
  name = "reload_version",
  start = "rest",
  on_reload = function(npc, version)
    if version == "1" then npc.memory.x = 1 end
  end,
  states = { rest = { tick = function(npc) npc:stop() end } },
}
