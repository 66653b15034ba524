-- The thief: goes for the loot while no guard sees it, and runs to its hideout when one does.
local tactics = require "lib.tactics"

local WARY = 25     -- it fears the eyes of guards that are nearer than this, metres

-- A guard that sees it.
local function watcher(npc)
  return npc:seen_by({ faction = "guard", within = WARY, limit = 1 })[1]
end

-- Walks to a place of the map; "blocked" where the map has none.
local function go(npc, place, pace)
  local x, y = world.place(place)
  if not x then return "blocked" end
  return tactics.go(npc, x, y, pace)
end

return behaviour {
  name = "thief",
  body = { radius = 0.4, height = 1.7, speed = 5, health = 20, faction = "outlaw", glyph = "t" },
  start = "hide",
  states = {
    -- It stays until it has been calm for a while, and no guard is in sight.
    hide = {
      mood = "calm",
      enter = function(npc)
        tactics.idle(npc)
        npc:after(mod.settings.night, "calm")
      end,
      timer = function(npc, name)
        if name ~= "calm" then return nil end
        if not watcher(npc) then return "sneak" end
        npc:after(mod.settings.night, "calm")
      end,
    },

    sneak = {
      mood = "duty",
      tick = function(npc)
        if watcher(npc) then return "flee" end
        local how = go(npc, "loot", 0.5)
        if how == "arrived" then
          npc.memory.loot = (npc.memory.loot or 0) + 1
          return "flee"
        elseif how == "blocked" then
          return "flee"
        end
      end,
      hurt = function() return "flee" end,
    },

    flee = {
      mood = "fear",
      tick = function(npc)
        local how = go(npc, "hideout", 1)
        if how == "arrived" or how == "blocked" then return "hide" end
      end,
    },
  },
}
