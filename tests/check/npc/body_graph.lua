-- 5:45 error: there is no graph 'mash' => did you mean 'mesh'?

return behaviour {
  name = "body_graph",
  body = { radius = 0.5, speed = 4, graph = "mash" },
  start = "rest",
  states = {
    rest = { tick = function(npc) npc:stop() end },
  },
}
