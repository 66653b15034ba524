-- 6:14 error: a state has no 'on_pth' => did you mean 'on_path'
return behaviour {
  name = "handler_on_path",
  start = "rest",
  states = {
    rest = { on_pth = function(npc, code) npc:stop() end },
  },
}
