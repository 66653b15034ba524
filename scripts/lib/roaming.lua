-- Functions built on the tactical machine. lib/tactics.lua includes them: call them as tactics.wander(npc, …).

local REST_TICKS = 12 -- the longest rest between two walks, ticks
local MARGIN = 1      -- metres: a refuge is this much farther away, because a creature stops a little before its goal

-- Returns the ticks left of a rest; 0 before the first walk.
---@param stroll table
---@return number
local function rest_left(stroll)
  return stroll and stroll.rest or 0
end

---@param tactics Tactics
return function(tactics)
  -- Walks around within radius metres of home, with rests. A creature that sleeps meanwhile (npc:sleep) walks and rests as long. After a blocked path it tries nearer positions.
  ---@param npc Npc
  ---@param radius number metres
  ---@param pace number?
  ---@return Status
  function tactics.wander(npc, radius, pace)
    local m = npc.memory
    local w = m.wander
    if not w or w.rest then
      local rest = rest_left(w)
      if rest > 0 then
        w.rest = math.max(rest - 1 - npc.slept, 0)
        tactics.idle(npc)
        return "arrived"
      end
      local x, y
      local blocked = w and w.blocked
      if blocked then x, y = npc:spot(radius / 2 ^ blocked) end
      if not x then x, y = npc:spot(radius, npc.home_x, npc.home_y) end
      if not x then
        tactics.idle(npc)
        return "blocked"
      end
      w = { x = x, y = y, blocked = w and w.blocked }
      m.wander = w
    end
    local status = tactics.go(npc, w.x, w.y, pace or 0.4)
    if status == "blocked" then
      m.wander = { rest = 1, blocked = math.min((w.blocked or 0) + 1, 4) }
    elseif status == "arrived" or status == "lost" then
      m.wander = { rest = npc:random(0, REST_TICKS) }
    end
    return status
  end

  -- Runs until it is distance metres away from a creature. Returns "blocked" when there is no path away.
  ---@param npc Npc
  ---@param id number
  ---@param distance number metres
  ---@return Status
  function tactics.flee_from(npc, id, distance)
    local at_x, at_y, metres = npc:where(id)
    if not at_x then
      tactics.idle(npc)
      return "lost"
    end
    local m = npc.memory
    if metres >= distance then
      m.refuge = nil
      tactics.idle(npc)
      return "arrived"
    end
    local r = m.refuge
    -- A refuge is useless when the danger is nearer to it than to this creature.
    local spoilt = r and math.sqrt((r.x - at_x) ^ 2 + (r.y - at_y) ^ 2) < metres
    if not r or spoilt then
      local x, y = npc:away(at_x, at_y, distance + MARGIN)
      if not x then x, y = npc:spot(distance) end
      if not x then
        m.refuge = nil
        return "blocked"
      end
      r = { x = x, y = y }
      m.refuge = r
    end
    local status = tactics.go(npc, r.x, r.y)
    if status == "searching" then
      -- Steers straight away from the danger until the path is found.
      npc:steer(2 * npc.x - at_x, 2 * npc.y - at_y)
      return "moving"
    elseif status ~= "moving" then
      m.refuge = nil
    end
    if status == "arrived" then return "moving" end
    return status
  end
end
