-- The tactical machine: moves a creature for its strategic states.
--
--   idle      nothing to do
--   pathfind  needs a coordinate: fetches the next waypoint from the pathfinder
--   seek      goes to that waypoint along its path; it avoids what it meets
--   pursue    near a moving target: goes straight to it, without a path
--   search    looks for a target that it lost
--
-- Call one of the functions of this module in every tick. Each returns a status:
--   "moving"     it moves to the goal
--   "searching"  no path yet; it waits
--   "arrived"    it is at the goal
--   "blocked"    there is no path: do something else
--   "lost"       the target is dead, or it is out of sight and not where it was last seen: tactics.search looks for it
--   "found"      what was searched for is in sight
-- All state is in npc.memory.tactics, so it survives a reload.

---@class Tactics
local tactics = {}

local PURSUE_WITHIN = 4   -- metres: nearer than this, a visible moving target is followed without a path
local ABREAST = 2.5       -- metres: a waypoint this near counts as reached when the creature is past it, on the outer side of a corner
local SAME_PLACE = 0.5    -- metres: a goal that moved less than this is the same goal
---@type FollowHow
local AS_USUAL = {}       -- the default options of tactics.follow
local PATIENCE = 4        -- after so many searches out of time the goal is blocked
local AROUND = 10         -- metres: a lost target is searched for this far round the place
local SPOTS = 4           -- in so many spots besides the place itself
local LOOK_S = 1.2        -- seconds that it looks round in each
local SEARCH_S = 20       -- seconds until a search ends with nothing found

---@param npc Npc
---@return table
local function task(npc)
  npc.memory.tactics = npc.memory.tactics or { state = "idle" }
  return npc.memory.tactics
end

---@param npc Npc
---@param t table
---@param state Tactic
local function become(npc, t, state)
  t.state = state
  pathfinder.report(npc, t.kind == "search" and "search" or state, t.id)
end

-- Starts a task of another kind instead of the current one; id is the creature that it is about, if any. The table is used
-- again: a new one is garbage with the next task.
---@param npc Npc
---@param t table
---@param kind string
---@param id number?
local function begin(npc, t, kind, id)
  table.clear(t)
  t.kind, t.tries, t.id = kind, 0, id
  become(npc, t, "pathfind")
end

-- Returns how near counts as arrived; more for a fast creature, because it is called only every tick.
---@param npc Npc
---@return number metres
local function reach(npc)
  return npc.radius + 0.4 + npc.speed * 0.1
end

-- The status of a creature whose pathfinder gave up.
---@param npc Npc
---@return Status
local function gave_up(npc)
  npc:stop()
  if pathfinder.reason(npc) == "lost sight" then return "lost" end
  return "blocked"
end

-- Fetches the next waypoint and steers to it.
---@param npc Npc
---@param t table
---@param pace number?
---@return Status
local function pathfind(npc, t, pace)
  local code, x, y = pathfinder.next_waypoint(npc)
  if code == pathfinder.MORE_WAYPOINTS or code == pathfinder.LAST_WAYPOINT then
    t.x, t.y, t.from_x, t.from_y = x, y, npc.x, npc.y
    t.last = code == pathfinder.LAST_WAYPOINT
    become(npc, t, "seek")
    npc:steer(x, y, pace)
    return "moving"
  elseif code == pathfinder.TARGET_FAILED then
    -- There is no path (yet). The coordinate is the creature's own position for a fixed goal and the target's last known
    -- position for a moving one; with pathfinding off it is the target itself, and only feelers steer.
    npc:steer(x, y, pace)
    if npc:distance(x, y) > reach(npc) then return "moving" end
    return "searching"
  elseif code == pathfinder.MAP_FAILED then
    return gave_up(npc)
  end
  return "lost"
end

-- Gives the pathfinder the goal of a task.
---@param npc Npc
---@param t table
local function set_target(npc, t)
  if t.kind == "follow" then
    pathfinder.set_moving_target(npc, t.id)
  else
    pathfinder.set_position_target(npc, t.to_x, t.to_y, t.to_storey)
  end
end

-- Whether a creature has passed a waypoint that it did not touch: others walk on the inner side.
---@param npc Npc
---@param t table
---@return boolean
local function has_passed(npc, t)
  if t.last or not t.from_x or npc:distance(t.x, t.y) > ABREAST then return false end
  return (npc.x - t.x) * (t.x - t.from_x) + (npc.y - t.y) * (t.y - t.from_y) > 0
end

-- One tick of moving to the pathfinder's target.
---@param npc Npc
---@param t table
---@param pace number?
---@return Status
local function travel(npc, t, pace)
  local code = pathfinder.tick(npc)
  if code == pathfinder.NO_TARGET and pathfinder.reason(npc) == "new zone" then
    set_target(npc, t)
    code = pathfinder.tick(npc)
  end
  if code == pathfinder.MAP_FAILED then
    return gave_up(npc)
  elseif code == pathfinder.NO_TARGET then
    return "lost"
  elseif code == pathfinder.OUT_OF_TIME then
    t.tries = (t.tries or 0) + 1
    if t.tries >= PATIENCE then return "blocked" end
  elseif code == pathfinder.SEARCH_OK then
    t.tries = 0
    become(npc, t, "pathfind") -- a new path: its first waypoint replaces the old one
  end
  if npc.storey ~= (t.storey or npc.home_storey) then
    t.storey, t.x = npc.storey, nil -- its waypoint is on the storey that it came from
  end
  local x, y = t.x, t.y
  if t.state == "seek" and x then
    if npc:distance(x, y) > reach(npc) and not has_passed(npc, t) then
      npc:steer(x, y, pace)
      return "moving"
    end
    become(npc, t, "pathfind") -- a waypoint was reached
  elseif t.state ~= "pathfind" then
    become(npc, t, "pathfind")
  end
  return pathfind(npc, t, pace)
end

-- Stops and drops the current goal. With seconds it sleeps for so long: its tick is left out, unless a creature comes near that
-- fits one of the filters, or something else wakes it (see npc:sleep).
---@param npc Npc
---@param seconds number?
---@param unless Filter?
---@param or_unless Filter?
---@return Status
function tactics.idle(npc, seconds, unless, or_unless)
  local t = task(npc)
  if t.state ~= "idle" or t.kind then
    table.clear(t)
    t.state = "idle"
    pathfinder.report(npc, "idle")
  end
  npc:stop()
  if seconds then npc:sleep(seconds, unless, or_unless) end
  return "arrived"
end

-- Walks to a position; pace is a share of top speed, 0 to 1. Without a storey it is on the one that the creature is on when it
-- sets out.
---@param npc Npc
---@param x number
---@param y number
---@param pace number?
---@param storey string?
---@return Status
function tactics.go(npc, x, y, pace, storey)
  local t = task(npc)
  local near = npc:distance(x, y)
  if near <= reach(npc) and (storey or npc.storey) == npc.storey then
    tactics.idle(npc)
    return "arrived"
  end
  local moved = t.kind ~= "go" or t.to_storey ~= storey or math.abs(t.to_x - x) + math.abs(t.to_y - y) > SAME_PLACE
  if moved then
    begin(npc, t, "go")
    t.to_x, t.to_y, t.to_storey = x, y, storey
    pathfinder.set_position_target(npc, x, y, storey)
  end
  return travel(npc, t, pace)
end

-- Follows a creature while it is in sight, then goes to where it was last seen; "lost" when it is not in sight there. how: { pace = 0..1, stop = the gap in metres at which it stops, charge = true for attacks }
---@param npc Npc
---@param id number
---@param how FollowHow?
---@return Status
function tactics.follow(npc, id, how)
  how = how or AS_USUAL
  local x, y, metres, visible, storey, radius = npc:where(id)
  if not x then
    tactics.idle(npc)
    return "lost"
  end
  local t = task(npc)
  if t.kind ~= "follow" or t.id ~= id then
    begin(npc, t, "follow", id)
    pathfinder.set_moving_target(npc, id)
  end
  local gap = storey == npc.storey and metres - npc.radius - radius or math.huge
  if visible and gap <= (how.stop or 0.4) then
    npc:face(x, y)
    return "arrived"
  end
  if gap <= PURSUE_WITHIN and npc:sees(id) then
    if t.state ~= "pursue" then become(npc, t, "pursue") end
    if how.charge then npc:charge(x, y, how.pace) else npc:steer(x, y, how.pace) end
    return "moving"
  end
  local status = travel(npc, t, how.pace)
  if status == "lost" then t.kind = nil end -- the next call begins again
  return status
end

-- Stops, and turns round.
---@param npc Npc
local function look_round(npc)
  local to = npc.heading + 2
  npc:face(npc.x + math.cos(to), npc.y + math.sin(to))
end

-- Sends it to the next spot of its search; false when there is none.
---@param npc Npc
---@param t table
---@return boolean
local function next_spot(npc, t)
  t.spots = t.spots + 1
  local x, y = npc:spot(AROUND, t.around_x, t.around_y)
  if t.spots > SPOTS or not x then return false end
  t.to_x, t.to_y, t.look_until, t.x, t.tries = x, y, nil, nil, 0
  t.state = "pathfind"
  pathfinder.set_position_target(npc, x, y)
  return true
end

-- Looks for a creature round a place: there, then in a few spots that can be reached. Without an id it is the one that was
-- followed last. Returns "found" when it is in sight again, "lost" when the search ends with nothing found.
---@param npc Npc
---@param x number
---@param y number
---@param id number?
---@return Status
function tactics.search(npc, x, y, id)
  local t = task(npc)
  if t.kind ~= "search" or math.abs(t.around_x - x) + math.abs(t.around_y - y) > SAME_PLACE then
    begin(npc, t, "search", id or t.id)
    t.since, t.spots = npc.time, 0
    t.around_x, t.around_y, t.to_x, t.to_y = x, y, x, y
    pathfinder.set_position_target(npc, x, y)
  end
  if t.id and npc:sees(t.id) then
    t.kind = nil
    return "found"
  end
  if npc.time - t.since > SEARCH_S or t.look_until and npc.time >= t.look_until and not next_spot(npc, t) then
    tactics.idle(npc)
    return "lost"
  end
  if not t.look_until then
    if npc:distance(t.to_x, t.to_y) > reach(npc) and travel(npc, t) ~= "blocked" then return "moving" end
    t.look_until = npc.time + LOOK_S
  end
  look_round(npc)
  return "searching"
end

-- Adds tactics.wander and tactics.flee_from.
require "lib.roaming"(tactics)

return tactics
