-- 6:12 error: state 'tick' is function, not a table of handlers
return behaviour {
  name = "handler_outside",
  start = "rest",
  states = {
    tick = function(npc) npc:stop() end,
    rest = {},
  },
}
