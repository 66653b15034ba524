-- The firefly: the board of the swarm names the leader; the others follow it, near each other but not too near.
local tactics = require "lib.tactics"

local LOOSE = 1.5   -- it keeps this far from its neighbours, metres
local NEAR = 3      -- so near to the leader it only keeps its distance

return behaviour {
  name = "firefly",
  body = { radius = 0.15, height = 0.2, speed = 4, turn_rate = 12, faction = "swarm", glyph = "*" },
  start = "follow",
  states = {
    lead = {
      mood = "duty",
      tick = function(npc)
        if npc:board("leader") ~= npc.id then return "follow" end
        tactics.wander(npc, 15, 0.4)
      end,
    },

    follow = {
      mood = "social",
      enter = function(npc) tactics.idle(npc) end,
      tick = function(npc)
        local id = npc:board("leader")
        if id == npc.id then return "lead" end
        if not id or not npc:exists(id) then
          -- Of those that offer themselves in one step, one is named.
          npc:post("leader", npc.id)
          return nil
        end
        local first = npc:look(id)
        if not first then return npc:stop() end -- it has yet to see it
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
