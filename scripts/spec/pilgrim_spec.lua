-- The pilgrim: walks from shrine to shrine, and on across the borders of zones.

local ROAD = [[
  AAAAAAAABBBBBBBB
  A1..p..2B.....3B
  AAAAAAAABBBBBBBB
]]

local function march(rows, more)
  local plan = {
    rows,
    p = "pilgrim",
    places = { ["west shrine"] = "1", ["middle shrine"] = "2", ["east shrine"] = "3" },
  }
  for key, value in pairs(more or {}) do plan[key] = value end
  return world(plan)
end

describe("pilgrim", function()
  it("goes to one shrine, prays, and goes to the next", function()
    local w = march(ROAD)
    local p = w:creature("p")
    w:run_until(function() return w:distance(p, "1") < 1.5 and p.state == "pray" end, 200)
    w:run_until(function() return w:distance(p, "2") < 1.5 and p.state == "pray" end, 300)
    w:run_until(function() return w:distance(p, "3") < 1.5 and p.state == "pray" end, 300)
    expect(w:entered("walk")).never.to_be_less_than(3)
  end)

  it("goes on in another zone, where its pathfinder is new", function()
    local w = march(ROAD, { areas = { west = { "A", "zone" }, east = { "B", "zone" } } })
    local p = w:creature("p")
    w:run_until(function() return w:distance(p, "3") < 1.5 and p.state == "pray" end, 800)
    expect(p.memory.zones).never.to_be_less_than(2)
  end)

  it("prays where the map has no shrine, and where no path leads there", function()
    local w = world { "p..", p = "pilgrim" }
    w:run_until(function() return w:creature("p").state == "pray" end, 20)
    local walled = world { "p.#1", p = "pilgrim", places = { ["west shrine"] = "1" } }
    walled:run_until(function() return walled:creature("p").state == "pray" end, 60)
  end)
end)
