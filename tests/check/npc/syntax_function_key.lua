-- 7:16 error: after its key => tick = function(
return behaviour {
  name = "syntax_function_key",
  start = "rest",
  states = {
    rest = {
      function tick(npc) npc:stop() end,
    },
  },
}
