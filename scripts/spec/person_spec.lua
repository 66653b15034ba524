-- The person: waits, walks where its map wants it, rests there or leaves the world.

local HALL = [[
  ##############
  #............#
  #p...........#
  #...........E#
  #............#
  ##############
]]

-- A world with one person; settings are those of its letter.
local function hall(settings, more)
  local plan = { HALL, p = { behaviour = "person", settings = settings }, places = { ["exit 1"] = "E" } }
  for key, value in pairs(more or {}) do plan[key] = value end
  return world(plan)
end

describe("person", function()
  it("goes to the point opposite of its own, and rests there", function()
    local w = hall {}
    local p = w:creature("p")
    w:run_until(function() return p.state == "rest" end, 400)
    expect(p.x > 11 and p.y > 2.5, "at the other end").to_be(true)
    w:run(40)
    expect(p.state).to_be("rest")
  end)

  it("waits until its time to react is over", function()
    local w = hall { reaction = 3, reaction_spread = 2 }
    local p = w:creature("p")
    w:run(55)
    expect(p.state).to_be("wait")
    w:run_until(function() return p.state == "walk" end, 60)
  end)

  it("goes to a place of the map, and rests at once where the map has none of that name", function()
    local w = hall { to = "exit 1" }
    local p = w:creature("p")
    w:run_until(function() return p.state == "rest" end, 400)
    expect(p:distance("E")).to_be_less_than(1.5)
    local lost = hall { to = "nowhere" }
    lost:run_until(function() return lost:creature("p").state == "rest" end, 20)
  end)

  it("leaves the world in an exit", function()
    local w = hall { to = "exits" }
    local p = w:creature("p")
    w:run_until(function() return not p.alive end, 400)
    expect(w:entered("rest")).to_be(0)
  end)

  it("leaves the world in the area where its map says so", function()
    local w = world { "p......EEE", p = { behaviour = "person", settings = { leaves = "end" } }, areas = { ["end"] = "E" } }
    local p = w:creature("p")
    w:run_until(function() return not p.alive end, 400)
  end)

  it("waits and tries again where no path leads there", function()
    local w = world { "p.#E", p = { behaviour = "person", settings = { to = "exits" } }, places = { ["exit 1"] = "E" } }
    local p = w:creature("p")
    w:run_until(function() return w:entered("walk") == 1 and p.state == "wait" end, 100)
    w:run_until(function() return w:entered("walk") == 2 end, 60)
  end)

  it("rests where the map has no exits", function()
    local w = world { "p...", p = { behaviour = "person", settings = { to = "exits" } } }
    w:run_until(function() return w:creature("p").state == "rest" end, 20)
  end)

  it("takes another exit after it lost time on the path to the nearest", function()
    local w = world { [[
      ##################
      #A......p.......B#
      ##################
    ]], p = { behaviour = "person", settings = { to = "exits", speed_spread = 0, speed = 0.2 } },
      places = { ["exit 1"] = "A", ["exit 2"] = "B" } }
    local p = w:creature("p")
    w:run_until(function() return p.state == "walk" end, 20)
    expect(p.memory.exit).to_be(1)
    -- It lost 20 m: as much as if a crowd had held it for a quarter of a minute.
    local memory = p.memory
    memory.lost = { 20 }
    p:begin { state = "walk", memory = memory }
    w:run_until(function() return p.memory.exit == 2 end, 130)
  end)

  it("walks at a speed of its own, within two deviations of the mean", function()
    local w = world { [[
      pppppppppp..........
      pppppppppp..........
    ]], p = { behaviour = "person", settings = { speed = 1.2, speed_spread = 0.2 } } }
    w:run(6)
    local low, high = 2, 0
    for _, p in ipairs(w:creatures()) do
      local speed = p.memory.pace * 2
      low, high = math.min(low, speed), math.max(high, speed)
    end
    expect(low >= 0.8 and high <= 1.6, "within the range").to_be(true)
    expect(high - low > 0.2, "they differ").to_be(true)
  end)
end)
