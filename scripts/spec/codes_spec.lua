-- Each creature handles every code of the pathfinder, in every state that uses paths.

local FIELD = [[
  ....................
  ....................
  ....................
  .....a.............b
  ....................
  ....................
  ....................
]]

-- A creature alone or with another so many metres beside it.
---@param name string
---@param other string?
---@param metres number?
---@return SpecWorld
---@return SpecCreature
---@return SpecCreature
local function scene(name, other, metres)
  local w = world { FIELD, cell = 4, a = name, b = other }
  local me = w:creature("a")
  if other then w:creature("b"):place(me.x + (metres or 0), me.y) end
  return w, me, w:creature(other and "b" or "a")
end

---@param w SpecWorld
---@param me SpecCreature
---@param state string
---@return SpecWorld
---@return SpecCreature
local function until_state(w, me, state)
  w:run_until(function() return me.state == state end, 60)
  return w, me
end

-- Forces a code, waits until the creature got it, and expects the state that follows.
---@param w SpecWorld
---@param me SpecCreature
---@param call PathCall
---@param code Code
---@param times number
---@param expected string
local function after(w, me, call, code, times, expected)
  if call == "next_waypoint" then me:force("tick", "SEARCH_OK") end -- a new path: it gets a waypoint
  local place = (code == "MORE_WAYPOINTS" or code == "LAST_WAYPOINT") and me.x + 6 or nil
  me:force(call, code, { times = times, x = place, y = place and me.y })
  w:run_until(function() return not me.alive or me:forced() == 0 end, 400)
  expect(me.alive and me.state, code .. " from " .. call).to_be(expected)
end

-- Codes after which a creature looks on.
---@type Code[]
local TICK = { "SEARCHING", "NO_NEW_PATH", "SEARCH_FAILED", "OUT_OF_TIME" }
---@type Code[]
local WAYPOINT = { "MORE_WAYPOINTS", "LAST_WAYPOINT", "TARGET_FAILED" }

---@type PathCall[]
local CALLS = { "tick", "next_waypoint" }

-- The state after no path was found, and after the target was lost; `bring` puts the creature into the tested state.
---@param name string
---@param state string
---@param blocked string
---@param lost string
local function case(name, state, blocked, lost, bring)
  describe(name .. " in " .. state, function()
    it("continues while a path may still be found", function()
      for _, code in ipairs(TICK) do
        local w, me = bring()
        after(w, me, "tick", code, 1, state)
      end
      for _, code in ipairs(WAYPOINT) do
        local w, me = bring()
        after(w, me, "next_waypoint", code, 1, state)
      end
    end)

    it("is in " .. blocked .. " when there is no path", function()
      for _, call in ipairs(CALLS) do
        local w, me = bring()
        after(w, me, call, "MAP_FAILED", 1, blocked)
      end
    end)

    it("is in " .. blocked .. " when the searches run out of time again and again", function()
      local w, me = bring()
      after(w, me, "tick", "OUT_OF_TIME", 4, blocked)
    end)

    it("is in " .. lost .. " when its target is lost", function()
      for _, call in ipairs(CALLS) do
        local w, me = bring()
        after(w, me, call, "NO_TARGET", 1, lost)
      end
    end)
  end)
end

case("wolf", "rest", "rest", "rest", function() return scene("wolf") end)
case("wolf", "attack", "rest", "search", function()
  local w, wolf = scene("wolf", "deer", 20)
  return until_state(w, wolf, "attack")
end)
case("wolf", "flee", "flee", "flee", function()
  local w, wolf, guard = scene("wolf", "guard", 14)
  wolf:hurt(30, guard)
  return until_state(w, wolf, "flee")
end)
case("deer", "rest", "rest", "rest", function() return scene("deer") end)
case("deer", "flee", "flee", "flee", function()
  local w, deer = scene("deer", "wolf", 10)
  return until_state(w, deer, "flee")
end)
case("guard", "patrol", "rest", "patrol", function() return scene("guard") end)
case("guard", "attack", "home", "search", function()
  local w, guard = scene("guard", "wolf", 14)
  return until_state(w, guard, "attack")
end)
case("guard", "home", "rest", "home", function()
  local w, guard, wolf = scene("guard", "wolf", 30)
  guard:place(40, 14)
  until_state(w, guard, "attack")
  wolf:kill()
  return until_state(w, guard, "home")
end)
case("guard", "flee", "flee", "flee", function()
  local w, guard, wolf = scene("guard", "wolf", 10)
  guard:hurt(65, wolf)
  return until_state(w, guard, "flee")
end)
case("merchant", "flee", "home", "flee", function()
  local w, merchant = scene("merchant", "wolf", 8)
  return until_state(w, merchant, "flee")
end)
case("merchant", "home", "rest", "home", function()
  local w, merchant = scene("merchant")
  merchant:place(36, 14)
  return until_state(w, merchant, "home")
end)
case("scavenger", "rest", "rest", "rest", function() return scene("scavenger") end)
case("scavenger", "follow", "rest", "rest", function()
  local w, scavenger, deer = scene("scavenger", "deer", 24)
  deer:hurt(8)
  return until_state(w, scavenger, "follow")
end)
case("scavenger", "attack", "rest", "rest", function()
  local w, scavenger, deer = scene("scavenger", "deer", 24)
  deer:hurt(18)
  return until_state(w, scavenger, "attack")
end)
case("scavenger", "flee", "rest", "flee", function()
  local w, scavenger, wolf = scene("scavenger", "wolf", 8)
  scavenger:hurt(4, wolf)
  return until_state(w, scavenger, "flee")
end)
