-- What one call gives is there together; a call without its result; a query that may look for the same.
local tactics = require "lib.tactics"

local function middle(npc, ids)
  if #ids == 0 then return nil end
  local x, y = 0, 0
  for _, id in ipairs(ids) do
    local c = npc:look(id)
    if c then x, y = x + c.x, y + c.y end
  end
  return x / #ids, y / #ids
end

return behaviour {
  name = "together",
  body = { radius = 0.2, health = 5, speed = 4, faction = "flock" },
  start = "gather",
  states = {
    gather = {
      tick = function(npc)
        local x, y = middle(npc, npc:all { within = 10 })
        if not x then x, y = npc.home_x, npc.home_y end
        npc:steer(x, y)
        if npc.state_time > 3 then return "wheel" end
      end,
    },
    wheel = {
      tick = function(npc)
        local x, y = middle(npc, npc:all { within = 10 })
        if not x or npc:distance(npc.home_x, npc.home_y) > 40 then x, y = npc.home_x, npc.home_y end
        npc:steer(x, y)
        if npc:count { faction = "flock", within = 5 } == 0 then return tactics.wander(npc, 5) and nil end
        npc:face(npc:look(npc:nearest { behaviour = "together", within = 5 }).x, npc.y)
        if npc.state_time > 3 then return "gather" end
      end,
    },
  },
}
