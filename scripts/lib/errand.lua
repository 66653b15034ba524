-- Errands: a creature goes to and fro between two places of its map, whatever storeys they are on, and rests at each.
local tactics = require "lib.tactics"

local RETRY_S = 3 -- seconds until it tries again where there was no path

local errand = {}

-- What a map may set.
errand.settings = {
  from   = { default = "", doc = "the place that it comes back to" },
  to     = { default = "", doc = "the place that it goes to" },
  rest_s = { default = 3, min = 1, max = 600, doc = "seconds that it rests at each" },
}

-- Goes on to the place that is next. Returns whether it is there, or has no path: then it rests.
function errand.go(npc)
  local x, y, storey = world.place(npc.memory.back and npc.settings.from or npc.settings.to)
  local how = x and tactics.go(npc, x, y, 0.9, storey) or "blocked"
  npc.memory.failed = how == "blocked"
  if how == "arrived" then npc.memory.back = not npc.memory.back end
  return how == "arrived" or how == "blocked"
end

-- Stays where it is; its timer "rested" says when it has rested.
function errand.rest(npc)
  tactics.idle(npc)
  npc:after(npc.memory.failed and RETRY_S or npc.settings.rest_s, "rested")
end

return errand
