-- The scavenger: follows the wounded, a coward in all else.

local FIELD = [[
  ...............
  .s..........d..
  ...............
]]

describe("scavenger", function()
  it("leaves the healthy alone", function()
    local w = world { FIELD, cell = 2, s = "scavenger", d = "deer" }
    expect(w:happens(function() return w:creature("s").state ~= "rest" end, 100)).to_be(false)
  end)

  it("follows a wounded deer at a distance", function()
    local w = world { FIELD, cell = 2, s = "scavenger", d = "deer" }
    local scavenger, deer = w:creature("s"), w:creature("d")
    deer:hurt(8)
    w:run_until(function() return scavenger.state == "follow" end, 40)
    expect(scavenger.memory.meal).to_be(deer.id)
    w:run_until(function() return scavenger:distance(deer) < 12 end, 200)
    expect(deer.alive).to_be(true)
  end)

  it("attacks one that is nearly dead", function()
    local w = world { FIELD, cell = 2, s = "scavenger", d = "deer" }
    w:creature("d"):hurt(18)
    w:run_until(function() return w:creature("s").state == "attack" end, 60)
  end)

  it("flees when it is hurt", function()
    local w = world { FIELD, cell = 2, s = "scavenger", d = "wolf" }
    w:creature("s"):hurt(4, w:creature("d"))
    w:run_until(function() return w:creature("s").state == "flee" end, 20)
  end)

  it("loses interest when its meal is gone", function()
    local w = world { FIELD, cell = 2, s = "scavenger", d = "deer" }
    w:creature("d"):hurt(8)
    w:run_until(function() return w:creature("s").state == "follow" end, 40)
    w:creature("d"):kill()
    w:run_until(function() return w:creature("s").state == "rest" end, 20)
  end)
end)
