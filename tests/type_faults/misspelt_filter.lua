-- A filter with a key that is none.

return behaviour {
  name   = "misspelt_filter",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        local prey = npc:nearest { faction = "prey", within = 20, visble = true } -- FAULT for Luau
        if prey then npc:attack(prey) end
      end,
    },
  },
}
