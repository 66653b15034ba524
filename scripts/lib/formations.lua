-- Formations: the members of a group keep their places about its leader, wherever that goes.
--
--   local formations = require "lib.formations"
--   enter = function(npc) group.join("pack", npc) end,
--   tick  = function(npc)
--     if formations.keep(npc, "pack", "wedge", { gap = 2 }) then tactics.wander(npc, 30) end   -- the leader goes where it wants
--   end
--
--   line    side by side, to the right and to the left of the leader in turn
--   column  one after the other
--   wedge   a V that opens to the back
--   ring    all around the leader
--
-- The leader is the one that joined the group first. It gives each member a place, so that all of them together have the shortest
-- walk, and posts that on the board of the group under "formation". There are as many places as members, so that none is ever free:
-- newcomers get those with the next numbers; where members die, leave or come to lead, those with the highest numbers take their
-- places. All others keep theirs, unless the shape or the gap changes.
local tactics = require "lib.tactics"

---@class Formations
local formations = {}

local GAP     = 2     -- metres between the centres of neighbours
local MOST    = 64    -- members with a place
local FORMING = 1     -- seconds in which all places are still given out again: the first members join one after the other
local TURN    = 1.5   -- the formation turns so fast at most, radians a second
local TICK    = 0.5   -- seconds: it has turned for so long at most since it last turned
local MOVES   = 0.3   -- metres a second: a slower leader only looks round, and the formation does not turn
local AHEAD   = 0.6   -- seconds: a member steers to where its place will be then
local STILL   = 0.01  -- radians: a smaller turn is none
local NEAR    = 0.2   -- metres: so near is in its place
local DETOUR  = 3     -- metres: a path to a place is planned again when the place has moved so far
---@type FormationHow
local AS_USUAL = {}

-- Of a place: its pair, and its side.
---@param slot number
---@return number, number
local function pair(slot)
  return math.ceil(slot / 2), slot % 2 == 1 and 1 or -1
end

-- Where the slots lie, in metres ahead of the leader and to its right.
local SHAPES = {
  line   = function(slot, _, gap)
    local rank, side = pair(slot)
    return 0, side * rank * gap
  end,
  column = function(slot, _, gap) return -slot * gap, 0 end,
  wedge  = function(slot, _, gap)
    local rank, side = pair(slot)
    return -rank * gap, side * rank * gap
  end,
  ring   = function(slot, of, gap)
    local radius = of > 1 and math.max(gap, gap / (2 * math.sin(math.pi / of))) or gap
    local angle = 2 * math.pi * (slot - 0.5) / of
    return radius * math.cos(angle), radius * math.sin(angle)
  end,
}

-- Metres ahead of the leader and to its right, of one of so many places.
---@param shape Formation
---@param slot number
---@param of number
---@param gap number
---@return number, number
function formations.offset(shape, slot, of, gap)
  local place = SHAPES[shape]
  if not place then error("there is no formation '" .. tostring(shape) .. "'; there are line, column, wedge and ring") end
  return place(slot, of, gap)
end

-- A point ahead of another one and to its right, as seen along a heading.
---@param x number
---@param y number
---@param heading number
---@param ahead number
---@param right number
---@return number, number
local function along(x, y, heading, ahead, right)
  local c, s = math.cos(heading), math.sin(heading)
  return x + ahead * c - right * s, y + ahead * s + right * c
end

-- Of so many places those that members have and keep, and the members without one of them.
---@param ids table
---@param me number
---@param before table
---@param of number
---@return table, table
local function kept(ids, me, before, of)
  local slots, others = {}, {}
  for _, id in ipairs(ids) do
    local slot = before[id]
    if id == me then
      -- The leader has none.
    elseif slot and slot <= of then
      slots[id] = slot
    else
      others[#others + 1] = id
    end
  end
  return slots, others
end

-- Gives members without a place the free ones, all of them together by the shortest walk.
---@param npc Npc
---@param name string
---@param f table
---@param others table
local function give_out(npc, name, f, others)
  local taken, free = {}, {}
  for _, slot in pairs(f.slots) do taken[slot] = true end
  for slot = 1, f.of do
    if not taken[slot] then free[#free + 1] = slot end
  end
  local from, to = {}, {}
  for i, id in ipairs(others) do
    local x, y = group.place(name, id)
    from[2 * i - 1], from[2 * i] = x or npc.x, y or npc.y
    local ahead, right = formations.offset(f.shape, free[i], f.of, f.gap)
    to[2 * i - 1], to[2 * i] = along(npc.x, npc.y, f.heading, ahead, right)
  end
  local partners = math.assign(from, to)
  for i, id in ipairs(others) do f.slots[id] = free[partners[i]] end
end

-- The heading of the formation: it follows the leader's, not faster than bodies can follow.
---@param npc Npc
---@param before table?
---@return number
local function heading(npc, before)
  if not before then return npc.heading end
  if npc.speed < MOVES then return before.heading end
  local most = TURN * math.clamp(npc.time - before.at, 0, TICK)
  return before.heading + math.clamp(math.angle_difference(before.heading, npc.heading), -most, most)
end

-- The leader keeps the places in order.
---@param npc Npc
---@param name string
---@param shape Formation
---@param gap number
local function lead(npc, name, shape, gap)
  local before = group.board(name, "formation")
  local same = before and before.shape == shape and before.gap == gap
  local since = same and before.since or npc.time
  local ids = group.members(name, MOST)
  local f = { shape = shape, gap = gap, since = since, at = npc.time, heading = heading(npc, before), of = math.max(#ids - 1, 0) }
  local others
  f.slots, others = kept(ids, npc.id, same and npc.time > since + FORMING and before.slots or {}, f.of)
  if #others > 0 then give_out(npc, name, f, others) end
  -- What is as it was need not be posted again.
  local turned = same and math.abs(f.heading - before.heading) or math.huge
  if #others > 0 or turned > STILL or before.of ~= f.of then group.post(name, "formation", f) end
end

-- Steers to a place, straight where nothing is between, else along a path.
---@param npc Npc
---@param x number
---@param y number
---@param vx number
---@param vy number
---@param pace number
---@return Status
local function go(npc, x, y, vx, vy, pace)
  local cost, exact = pathfinder.cost(npc, x, y)
  if not cost or not exact then
    -- What lies in a wall is not reached: the leader's own place is.
    local m = npc.memory
    local to = m.formation
    if not to or math.distance(to.x, to.y, x, y) > DETOUR then
      to = { x = x, y = y }
      m.formation = to
    end
    return tactics.go(npc, to.x, to.y, pace)
  end
  npc.memory.formation = nil
  local ahead_x, ahead_y = x + vx * AHEAD, y + vy * AHEAD
  local far = npc:distance(ahead_x, ahead_y)
  if far < NEAR then
    tactics.idle(npc)
    return "arrived"
  end
  pathfinder.report(npc, "seek")
  npc:steer(ahead_x, ahead_y, math.min(pace, far / (AHEAD * npc.top_speed)))
  return npc:distance(x, y) < 2 * NEAR and "arrived" or "moving"
end

-- Keeps a member's place in the formation of its group; call it in every tick. Returns true for the leader, which goes where its
-- script wants, and how the others get on: "searching" while it has no place yet.
---@param npc Npc
---@param name string
---@param shape Formation
---@param how FormationHow?
---@return boolean, Status
function formations.keep(npc, name, shape, how)
  how = how or AS_USUAL
  local leader = group.leader(name)
  if leader == npc.id then
    lead(npc, name, shape, how.gap or GAP)
    return true, "arrived"
  end
  local f = group.board(name, "formation")
  local slot = f and f.slots[npc.id]
  local x, y, toward, speed
  if leader then x, y, toward, speed = group.place(name, leader) end
  if not slot or not x then
    tactics.idle(npc)
    return false, "searching"
  end
  local ahead, right = formations.offset(f.shape, slot, f.of, f.gap)
  local to_x, to_y = along(x, y, f.heading, ahead, right)
  if not pathfinder.reachable(npc, to_x, to_y) then to_x, to_y = x, y end
  return false, go(npc, to_x, to_y, math.cos(toward) * speed, math.sin(toward) * speed, how.pace or 1)
end

return formations
