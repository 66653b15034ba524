-- The pilgrim: goes from shrine to shrine, whatever zones of the map lie between them. It remembers through how many it came.
local tactics = require "lib.tactics"

local SHRINES = { "west shrine", "middle shrine", "east shrine", "middle shrine" }
local PRAYER  = 3 -- seconds at a shrine

return behaviour {
  name  = "pilgrim",
  body  = { radius = 0.4, height = 1.7, speed = 3.5, health = 30, regeneration = 0.5,
            faction = "folk", glyph = "i", path_style = "round", comfort_m = 0.3 },
  start = "walk",

  states = {
    walk = {
      mood = "duty",
      tick = function(npc)
        local x, y = world.place(SHRINES[npc.memory.shrine or 1])
        if not x then return "pray" end
        local how = tactics.go(npc, x, y)
        if how == "arrived" or how == "blocked" then return "pray" end
      end,
      entered = function(npc, area)
        npc.memory.zones = (npc.memory.zones or 0) + 1
        npc:say("now in " .. area)
      end,
    },

    pray = {
      mood = "calm",
      enter = function(npc)
        tactics.idle(npc, PRAYER)
        npc.memory.shrine = (npc.memory.shrine or 1) % #SHRINES + 1
      end,
      tick = function(npc)
        if npc.state_time > PRAYER then return "walk" end
      end,
    },
  },
}
