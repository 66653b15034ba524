-- A handler that never comes.

return behaviour {
  name   = "misspelt_handler",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tikc = function(npc) npc:stop() end, -- FAULT for Luau
    },
  },
}
