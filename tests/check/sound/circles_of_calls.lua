-- Functions that call themselves, and each other, where a number is asked for: never called, but looked at.
local M = {}

local function next_leg(npc) return next_leg(npc) end

function M.a(npc) return M.b(npc) end

function M.b(npc) return M.a(npc) end

return behaviour {
  name = "circles_of_calls",
  body = { radius = 0.4, health = 20, faction = "folk" },
  start = "a",
  states = {
    a = {
      tick = function(npc)
        if npc.x < -5 and (next_leg(npc) > 3 or M.a(npc) > 3) then npc:stop() end
      end,
    },
  },
}
