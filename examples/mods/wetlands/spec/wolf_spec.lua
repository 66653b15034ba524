-- The wolf of the wetlands: what differs from the built-in one. It passes the built-in specs too.

-- Prey that never notices anything.
local LOG = [[
return behaviour { name = "log", body = { radius = 0.4, faction = "prey" }, start = "lie", states = { lie = {} } }
]]

describe("wolf of the wetlands", function()
  it("stalks slowly, then attacks", function()
    local w = world { [[
      ..............................
      .w.......................l....
      ..............................
    ]], w = "wolf", l = "log", behaviours = { log = LOG } }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.state == "stalk" end, 20)
    local fastest = 0.0
    w:run_until(function()
      if wolf.state == "stalk" then fastest = math.max(fastest, wolf.speed) end
      return wolf.state == "attack"
    end, 400)
    expect(fastest).to_be_less_than(3)
    expect(w:distance(wolf, w:creature("l"))).to_be_less_than(13)
  end)

  it("attacks when it was noticed", function()
    local w = world { [[
      ........................
      .w..................d...
      ........................
    ]], w = "wolf", d = "deer" }
    local wolf, deer = w:creature("w"), w:creature("d")
    w:run_until(function() return wolf.state == "stalk" end, 20)
    deer:hurt(1, wolf)
    w:run_until(function() return wolf.state == "attack" end, 20)
    expect(w:distance(wolf, deer)).to_be_greater_than(12)
  end)
end)
