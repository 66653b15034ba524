-- For creatures that see a hunter and warn others.
local alarm = {}

local HEARD = 30 -- how far a warning is heard, metres

-- Returns the id of the nearest visible hunter, or nil.
---@param npc Npc
---@param within number metres
---@return number?
function alarm.hunter(npc, within)
  return npc:nearest { faction = "predator", within = within, visible = true }
end

-- The built-in deer react to this shout.
---@param npc Npc
function alarm.raise(npc)
  npc:shout("danger", HEARD)
end

return alarm
