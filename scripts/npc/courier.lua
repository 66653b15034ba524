-- Goes from one end of the map to the other and back, whatever opens or closes on the path.
local tactics = require "lib.tactics"

return behaviour {
  name = "courier",
  body = { radius = 0.4, height = 1.7, speed = 4, health = 30, faction = "town" },
  start = "carry",
  states = {
    carry = {
      enter = function(npc)
        local to = if npc.memory.to == "east" then "west" else "east"
        npc.memory.to = to
        -- A few metres beside the place: not all arrive on one spot.
        local x, y = world.place(to)
        npc.memory.x, npc.memory.y = npc.home_x, npc.home_y
        if x then
          npc.memory.x = x + npc:random(-5, 5)
          npc.memory.y = y + npc:random(-15, 15)
        end
      end,
      tick = function(npc)
        local status = tactics.go(npc, npc.memory.x, npc.memory.y)
        if status == "arrived" then return "unload" end
        if status == "blocked" then return "wait" end
      end,
    },
    unload = {
      mood = "calm",
      enter = function(npc)
        tactics.idle(npc)
        npc:after(1.5, "unloaded")
      end,
      timer = function(npc, name)
        if name == "unloaded" then return "carry" end
      end,
    },
    -- All doors on every path are closed: it tries again when one may have opened.
    wait = {
      mood = "calm",
      enter = function(npc)
        tactics.idle(npc)
        npc:after(1, "again")
      end,
      timer = function(npc, name)
        if name ~= "again" then return end
        npc.memory.to = if npc.memory.to == "east" then "west" else "east"
        return "carry"
      end,
    },
  },
}
