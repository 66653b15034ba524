-- The thief: steals while no guard sees it, and runs to its hideout when one does.

local WATCHMAN = { watchman = [[
  return behaviour { name = "watchman", body = { height = 1.8, faction = "guard" }, start = "post",
    states = { post = { tick = function(npc) npc:stop() end } } }
]] }

local YARD = [[
  ########################
  #......................#
  #.H....................#
  #......................#
  #......##########......#
  #......#........#......#
  #......#...L....#......#
  #......#...............#
  #......##########......#
  #..w...................#
  ########################
]]

local function yard(more)
  local plan = { YARD, H = "thief", places = { hideout = "H", loot = "L" }, behaviours = WATCHMAN }
  for name, value in pairs(more or {}) do plan[name] = value end
  local w = world(plan)
  return w, w:creature("H")
end

describe("the thief", function()
  it("waits, steals, and comes back to its hideout", function()
    local w, thief = yard()
    w:run(100)
    expect(thief.state).to_be("hide")
    w:run_until(function() return thief.memory.loot == 1 end, 1200)
    w:run_until(function() return thief.state == "hide" end, 800)
    expect(thief:distance("H")).to_be_less_than(2)
  end)

  it("stays hidden while a guard sees the hideout", function()
    local w, thief = yard { w = "watchman" }
    w:run(600)
    expect(thief.state).to_be("hide")
    expect(thief.memory.loot).to_be(nil)
  end)

  it("turns back when a guard comes into sight", function()
    local w, thief = yard { w = "watchman" }
    local guard = w:creature("w")
    guard:place(11.5, 5.5)                  -- inside the house
    w:run_until(function() return thief.state == "sneak" and thief:distance("H") > 4 end, 600)
    guard:place(1.5, 1.5)
    w:run_until(function() return thief.state == "flee" end, 20)
    w:run_until(function() return thief.state == "hide" end, 400)
    expect(thief.memory.loot).to_be(nil)
    expect(thief:distance("H")).to_be_less_than(2)
  end)

  it("has nowhere to go on a map without a hideout", function()
    local w = world { [[
      .....
      ..t..
      .....
    ]], t = "thief" }
    w:run(400)
    expect(w:creature("t").memory.loot).to_be(nil)
  end)
end)
