-- The thief: hides, robs, and fears guards.

local LANE = [[
  ...................
  L.........p.......g
  ...................
]]

local function lane(guard)
  return world { LANE, cell = 2, L = "thief", p = "peddler", g = guard, areas = { wood = "L" } }
end

describe("thief", function()
  it("robs a peddler without a guard, and runs back to hide", function()
    local w = lane("deer")
    local thief = w:creature("L")
    w:run_until(function() return thief.state == "rob" end, 200)
    w:run_until(function() return thief.memory.loot == 1 end, 300)
    expect(w:said("Yours is mine.")).to_be(true)
    w:run_until(function() return thief.state == "hide" and w:distance(thief, "L") < 2 end, 300)
  end)

  it("stays hidden while it sees a guard, and breaks off when one comes", function()
    local w = lane("guard")
    local thief, guard = w:creature("L"), w:creature("g")
    w:run_until(function() return thief.state == "rob" end, 200)
    guard:place(thief.x + 4, thief.y)
    w:run_until(function() return thief.state == "hide" end, 20)
    guard:place(6, 3)
    w:run(20)
    expect(thief.state).to_be("hide")
  end)

  it("breaks off when it is hurt, and when its victim is gone", function()
    local w = lane("deer")
    local thief = w:creature("L")
    w:run_until(function() return thief.state == "rob" end, 200)
    thief:hurt(1)
    w:run_until(function() return thief.state == "hide" end, 20)
    w:run_until(function() return thief.state == "rob" end, 400)
    w:creature("p"):kill()
    w:run_until(function() return thief.state == "hide" end, 20)
  end)

  it("hides at home where the map has no wood", function()
    local w = world { "t...", t = "thief" }
    w:run(30)
    expect(w:creature("t").state).to_be("hide")
  end)
end)
