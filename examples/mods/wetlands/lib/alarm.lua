-- Seeing a hunter and telling everybody: for creatures that warn others.
local alarm = {}

local HEARD = 30 -- metres: how far a warning carries

-- The nearest hunter in sight, or nil.
---@param npc Npc
---@param within number metres
---@return number?
function alarm.hunter(npc, within)
  return npc:nearest { faction = "predator", within = within, visible = true }
end

-- Deer understand the word.
---@param npc Npc
function alarm.raise(npc)
  npc:shout("danger", HEARD)
end

return alarm
