-- A body with a key that is none.

return behaviour {
  name   = "misspelt_body",
  body   = { radius = 0.5, sped = 3 }, -- FAULT for Luau
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
      end,
    },
  },
}
