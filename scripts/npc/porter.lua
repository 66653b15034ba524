-- The porter: goes to and fro between two places of its map, over stairs where that is shorter.
local errand = require "lib.errand"

return behaviour {
  name  = "porter",
  body  = { radius = 0.35, height = 1.7, speed = 1.6, health = 20,
            faction = "prey", glyph = "p", path_style = "round", comfort_m = 0.3 },
  start = "carry",
  settings = errand.settings,
  states = {
    carry = {
      tick = function(npc)
        if errand.go(npc) then return "rest" end
      end,
    },

    rest = {
      enter = errand.rest,
      timer = function(_, name)
        if name == "rested" then return "carry" end
      end,
    },
  },
}
