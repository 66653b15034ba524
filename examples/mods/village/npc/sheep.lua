-- The sheep: grazes where it is, strays, and walks to the pen when a dog barks.
local tactics = require "lib.tactics"

local OBEY = 4   -- seconds that it walks on after a bark

return behaviour {
  name = "sheep",
  body = { radius = 0.4, height = 0.9, speed = 3.5, faction = "flock", glyph = "s" },
  start = "graze",
  states = {
    graze = {
      tick = function(npc) tactics.wander(npc, 5, 0.15) end,
      entered = function(npc, area) if area == "pen" then return "penned" end end,
      heard = function(npc, what) if what == "bark" then return "obey" end end,
    },

    obey = {
      mood = "fear",
      enter = function(npc) npc:after(OBEY, "forget") end,
      tick = function(npc)
        local x, y = world.place("pen")
        if not x or tactics.go(npc, x, y, 0.9) == "blocked" then return "graze" end
      end,
      heard = function(npc, what) if what == "bark" then npc:after(OBEY, "forget") end end,
      timer = function(npc, name) if name == "forget" then return "graze" end end,
      entered = function(npc, area) if area == "pen" then return "penned" end end,
    },

    -- It walks on to the middle of the pen, and stays.
    penned = {
      mood = "calm",
      tick = function(npc)
        local x, y = world.place("pen")
        if x and npc:distance(x, y) > 1.5 then tactics.go(npc, x, y, 0.4) else tactics.idle(npc) end
      end,
      left = function(npc, area) if area == "pen" then return "graze" end end,
    },
  },
}
