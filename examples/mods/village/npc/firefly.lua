-- The firefly: the one with the smallest number leads; the others follow it, near each other but not too near.
local tactics = require "lib.tactics"

local LOOSE = 1.5   -- it keeps this far from its neighbours, metres
local NEAR = 3      -- so near to the leader it only keeps its distance

-- The firefly with the smallest number in sight, if that is not this one.
local function leader(npc)
  local first = npc.id
  for _, id in ipairs(npc:all { behaviour = "firefly", within = npc.settings.sight }) do
    first = math.min(first, id)
  end
  if first == npc.id then return nil end
  return first
end

return behaviour {
  name = "firefly",
  body = { radius = 0.15, height = 0.2, speed = 4, turn_rate = 12, faction = "swarm", glyph = "*" },
  start = "follow",
  settings = {
    sight = { default = 40, min = 5, max = 100, doc = "how far it sees others, metres" },
  },
  states = {
    lead = {
      mood = "duty",
      tick = function(npc)
        if leader(npc) then return "follow" end
        tactics.wander(npc, 15, 0.4)
      end,
    },

    follow = {
      mood = "social",
      enter = function(npc) tactics.idle(npc) end,
      tick = function(npc)
        local id = leader(npc)
        local first = id and npc:look(id)
        if not first then return "lead" end
        -- To where the leader will be, unless that is near; and away from the nearest neighbour.
        local x, y = npc.x, npc.y
        if first.distance > NEAR then x, y = first.x + first.vx, first.y + first.vy end
        local near = npc:nearest { behaviour = "firefly", within = LOOSE }
        local other = near and npc:look(near)
        if other then
          local away = math.heading(other.x, other.y, npc.x, npc.y)
          x, y = x + LOOSE * math.cos(away), y + LOOSE * math.sin(away)
        end
        if npc:distance(x, y) < 0.3 then npc:stop() else npc:steer(x, y, math.min(1, first.distance / 8 + 0.2)) end
      end,
    },
  },
}
