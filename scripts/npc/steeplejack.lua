-- The steeplejack: a porter that climbs, so that ladders lead it where others do not come.
local errand = require "lib.errand"

return behaviour {
  name  = "steeplejack",
  body  = { radius = 0.35, height = 1.7, speed = 2.0, health = 30,
            faction = "prey", glyph = "j", abilities = { "climb" }, path_style = "round", comfort_m = 0.3 },
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
