-- The otter: at home ashore and in water; when people come near it goes where the water is deep.
local tactics = require "lib.tactics"

local ROAM  = 35  -- how far from home it goes, metres
local SHY   = 12  -- people nearer than this send it into the water, metres
local DEEP  = 0.8 -- too deep to wade through, metres
local TRIES = 6   -- places it thinks of in a tick
local DOZE  = 1.5 -- seconds that it roams on when nothing comes

---@type Filter
local PEOPLE = { faction = "folk", within = SHY, visible = true }

-- Returns a place near by where the water is deep, or nil.
---@param npc Npc
---@return number?, number?
local function deep_water(npc)
  for _ = 1, TRIES do
    local x, y = npc:spot(ROAM)
    if x then
      local kind, _, depth = world.ground(x, y)
      if kind == "water" or kind and depth > DEEP then return x, y end
    end
  end
  return nil, nil
end

return behaviour {
  name  = "otter",
  body  = { radius = 0.3, height = 0.4, speed = 3.6, turn_rate = 9, health = 12,
            faction = "wild", moves = "swim", glyph = "o", path_style = "round", comfort_m = 0.3 },
  start = "roam",

  states = {
    roam = {
      mood = "calm",
      tick = function(npc)
        if npc:nearest { faction = "folk", within = SHY, visible = true } then return "dive" end
        tactics.wander(npc, ROAM, 0.6)
        npc:sleep(DOZE, PEOPLE)
      end,
      hurt = function() return "dive" end,
    },

    dive = {
      mood = "fear",
      enter = function(npc) npc.memory.refuge = nil end,
      tick = function(npc)
        local refuge = npc.memory.refuge
        if not refuge then
          local x, y = deep_water(npc)
          if not x then return nil end
          refuge = { x = x, y = y }
          npc.memory.refuge = refuge
        end
        local how = tactics.go(npc, refuge.x, refuge.y)
        if how == "arrived" or how == "blocked" then return "roam" end
      end,
    },
  },
}
