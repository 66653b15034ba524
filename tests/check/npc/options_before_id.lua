-- 12:44 error: id must be a number, not a table
local tactics = require "lib.tactics"
local HOW = { stop = 2, pace = 0.8 }
return behaviour {
  name = "options_before_id",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk" },
  start = "serve",
  states = {
    serve = {
      tick = function(npc)
        local knight = npc:nearest { within = 30 }
        if knight then tactics.follow(npc, HOW, knight) end
      end,
    },
  },
}
