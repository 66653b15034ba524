-- Flocks, herds and shoals (Reynolds 1987): each one keeps apart from those that are too close, goes where the others go, and stays
-- with them. What they are together is in no script.
--
--   local flock = require "lib.flock"
--   tick = function(npc) flock.move(npc, { within = 10, gap = 2 }) end

---@class Flocking
local flock = {}

local WITHIN, GAP, LIMIT, PACE, HOME = 10, 2, 16, 0.4, 30   -- what a script does not say
local SEPARATION, ALIGNMENT, COHESION = 1.5, 1, 1
local CLOSEST  = 0.1    -- metres: a smaller gap counts as this
local STRAIGHT = 0.5    -- how much it matters to go on as before
local STRAY    = 0.3    -- it strays from that by so much at most, radians a tick
local LOOK     = 1.2    -- seconds: it turns where the ground is closed so far ahead
local TURNS    = { 0, 0.6, -0.6, 1.2, -1.2, 2, -2, math.pi }
---@type FlockHow
local AS_USUAL = {}

-- The heading nearest to a wanted one along which the ground is open.
---@param npc Npc
---@param heading number
---@param far number
---@return number, number, number
local function open(npc, heading, far)
  for _, turn in ipairs(TURNS) do
    local x, y = npc.x + math.cos(heading + turn) * far, npc.y + math.sin(heading + turn) * far
    local cost, exact = pathfinder.cost(npc, x, y)
    if cost and exact then return heading + turn, x, y end
  end
  return heading, npc.x, npc.y
end

-- The two numbers of a direction, 1 long at most.
---@param x number
---@param y number
---@return number, number
local function short(x, y)
  local length = math.max(1, math.sqrt(x * x + y * y))
  return x / length, y / length
end

-- Moves with those near it that are of its kind. Returns how many they are.
---@param npc Npc
---@param how FlockHow?
---@return number
function flock.move(npc, how)
  how = how or AS_USUAL
  local gap = math.max(how.gap or GAP, CLOSEST)
  local own = not how.faction and (how.behaviour or npc.behaviour) or nil
  local near = npc:flock({ within = how.within or WITHIN, behaviour = own, faction = how.faction, limit = how.limit or LIMIT }, gap)
  local m = npc.memory
  m.flock = (m.flock or npc.heading) + (npc:random() - 0.5) * 2 * STRAY
  local pace = how.pace or PACE
  local top = math.max(0.1, npc.top_speed * pace)
  local away_x, away_y = short(near.away_x, near.away_y)
  local along_x, along_y = short(near.vx / top, near.vy / top)
  local to_x, to_y = short((near.x - npc.x) / (2 * gap), (near.y - npc.y) / (2 * gap))
  local s, a, c = how.separation or SEPARATION, how.alignment or ALIGNMENT, how.cohesion or COHESION
  local x = math.cos(m.flock) * STRAIGHT + away_x * s + along_x * a + to_x * c
  local y = math.sin(m.flock) * STRAIGHT + away_y * s + along_y * a + to_y * c
  local home = npc:distance(npc.home_x, npc.home_y)
  if home > (how.home or HOME) then
    x, y = x + 2 * (npc.home_x - npc.x) / home, y + 2 * (npc.home_y - npc.y) / home
  end
  local heading, ahead_x, ahead_y = open(npc, math.heading(0, 0, x, y), math.max(npc.radius + 0.5, LOOK * top))
  m.flock = heading
  npc:steer(ahead_x, ahead_y, pace)
  return near.count
end

return flock
