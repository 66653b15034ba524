-- NAME: walks around its home and runs from hunters. When you save a change, living creatures use it at once.
local tactics = require "lib.tactics"

local ALERT = 12   -- it runs from a hunter nearer than this, metres
local SAFE  = 25   -- it stops when the hunter is farther away than this, metres

-- Returns the id of the nearest visible hunter, or nil. Editors read the types from the lines with @.
---@param npc Npc
---@param within number metres
---@return number?
local function danger(npc, within)
  return npc:nearest { faction = "predator", within = within, visible = true }
end

return behaviour {
  name  = "NAME", -- the same as the name of the file
  body  = { radius = 0.3, height = 0.6, speed = 6, health = 10, faction = "prey" },
  start = "rest", -- the first state of a new creature

  -- A state is a table of handlers. A handler that returns the name of a state changes to it.
  states = {
    rest = {
      -- Called about three times a second. Only npc.memory lasts from call to call.
      tick = function(npc)
        local hunter = danger(npc, ALERT)
        if hunter then
          npc.memory.hunter = hunter
          return "flee"
        end
        tactics.wander(npc, 8, 0.3) -- within 8 m of home, at 0.3 of its top speed
      end,

      -- Called when it is struck. by is nil when no creature did it.
      hurt = function(npc, by)
        if by then
          npc.memory.hunter = by
          return "flee"
        end
      end,
    },

    flee = {
      tick = function(npc)
        local hunter = danger(npc, SAFE) or npc.memory.hunter
        local distance = hunter and npc:distance(hunter) -- nil when it is dead
        if not hunter or not distance or distance > SAFE then return "rest" end
        tactics.flee_from(npc, hunter, SAFE + 1)
      end,

      leave = function(npc) npc.memory.hunter = nil end,
    },
  },
}
