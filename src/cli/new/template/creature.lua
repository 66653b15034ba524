-- NAME: strolls about its home and runs from hunters. A start: change it and save, and the living ones change too.
local tactics = require "lib.tactics"

local ALERT = 12   -- how near a hunter may come, metres
local SAFE  = 25   -- how far it runs, metres

-- Who scares it: the number by which a creature is known, or nil. The lines with @ tell editors the types.
---@param npc Npc
---@param within number metres
---@return number?
local function danger(npc, within)
  return npc:nearest { faction = "predator", within = within, visible = true }
end

return behaviour {
  name  = "NAME", -- the same as the file's
  body  = { radius = 0.3, height = 0.6, speed = 6, health = 10, faction = "prey" },
  start = "rest", -- the state a life begins in

  -- A state is a table of handlers. A handler changes the state by returning a state's name.
  states = {
    rest = {
      -- Three times a second or so. What shall last longer than a call is kept in npc.memory.
      tick = function(npc)
        local hunter = danger(npc, ALERT)
        if hunter then
          npc.memory.hunter = hunter
          return "flee"
        end
        tactics.wander(npc, 8, 0.3) -- within 8 m of home, at 0.3 of its top speed
      end,

      -- Struck. by is nil when nobody in particular did it.
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
        local distance = hunter and npc:distance(hunter) -- nil when it is gone
        if not hunter or not distance or distance > SAFE then return "rest" end
        tactics.flee_from(npc, hunter, SAFE + 1)
      end,

      leave = function(npc) npc.memory.hunter = nil end,
    },
  },
}
