-- The porter: goes to and fro between two places of its map, over stairs where that is shorter.
local errand = require "lib.errand"

return behaviour {
  name  = "porter",
  body  = { radius = 0.35, height = 1.7, speed = 1.6, health = 20, faction = "prey", glyph = "p" },
  start = "carry",
  settings = errand.settings,
  states = errand.states,
}
