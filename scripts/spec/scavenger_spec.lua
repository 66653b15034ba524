-- The scavenger: follows the wounded, a coward in all else.

local FIELD = [[
  ...............
  .s..........d..
  ...............
]]
-- Wide enough to run.
local MARSH = [[
  ..............................
  ..................s..w........
  ..............................
]]

local PLAIN = [[
  ..............................
  ..............................
  ..............s.........d.....
  ..............................
  ..............................
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
    local w = world { MARSH, cell = 2, s = "scavenger", w = "wolf" }
    w:creature("s"):hurt(4, w:creature("w"))
    w:run_until(function() return w:creature("s").state == "flee" end, 20)
  end)

  it("loses interest when its meal is gone", function()
    local w = world { FIELD, cell = 2, s = "scavenger", d = "deer" }
    w:creature("d"):hurt(8)
    w:run_until(function() return w:creature("s").state == "follow" end, 40)
    w:creature("d"):kill()
    w:run_until(function() return w:creature("s").state == "rest" end, 20)
  end)

  it("runs from a guard on the trail, and comes to rest far away", function()
    local w = world { [[
      ....................
      .s....g.....d.......
      ....................
    ]], cell = 2, s = "scavenger", d = "deer", g = "guard" }
    local scavenger, guard = w:creature("s"), w:creature("g")
    guard:place(38, 3)
    w:creature("d"):hurt(8)
    w:run_until(function() return scavenger.state == "follow" end, 40)
    guard:place(scavenger.x + 5, scavenger.y)
    w:run_until(function() return scavenger.state == "flee" end, 20)
    expect(scavenger.memory.foe).to_be(guard.id)
    guard:place(38, 3)
    w:run_until(function() return scavenger.state == "rest" end, 60)
  end)

  it("lets go of a meal that others strike back for", function()
    local w = world { PLAIN, cell = 2, s = "scavenger", d = "deer" }
    local scavenger, deer = w:creature("s"), w:creature("d")
    deer:hurt(18)
    w:run_until(function() return scavenger.state == "attack" end, 60)
    deer:place(scavenger.x + 8, scavenger.y)
    scavenger:hurt(4, deer)
    w:run_until(function() return scavenger.state == "flee" end, 20)
    deer:kill()
    w:run_until(function() return scavenger.state == "rest" end, 20)
  end)

  it("runs from a blow on the trail, and from a meal it cannot get at", function()
    local w = world { PLAIN, cell = 2, s = "scavenger", d = "deer" }
    local scavenger, deer = w:creature("s"), w:creature("d")
    deer:hurt(8)
    w:run_until(function() return scavenger.state == "follow" end, 40)
    deer:place(scavenger.x + 8, scavenger.y)
    scavenger:hurt(2, deer)
    w:run_until(function() return scavenger.state == "flee" end, 20)
    w:run_until(function() return scavenger.state == "rest" end, 300)
    deer:hurt(deer.health - 6)
    w:run_until(function() return scavenger.state == "attack" end, 60)
    scavenger:force("tick", "MAP_FAILED")
    w:run_until(function() return scavenger.state == "rest" end, 20)
  end)

  it("rests when its meal is eaten", function()
    local w = world { FIELD, cell = 2, s = "scavenger", d = "deer" }
    local scavenger, deer = w:creature("s"), w:creature("d")
    deer:hurt(18)
    w:run_until(function() return scavenger.state == "attack" end, 60)
    deer:kill()
    w:run_until(function() return scavenger.state == "rest" end, 20)
  end)

  it("gives up an unreachable meal", function()
    local w = world { FIELD, cell = 2, s = "scavenger", d = "deer" }
    local scavenger, deer = w:creature("s"), w:creature("d")
    deer:hurt(8)
    w:run_until(function() return scavenger.state == "follow" end, 40)
    scavenger:force("tick", "MAP_FAILED", { reason = "different region" })
    w:run_until(function() return scavenger.state == "rest" end, 20)
  end)

  it("stops running when it is cornered", function()
    local w = world { MARSH, cell = 2, s = "scavenger", w = "wolf" }
    local scavenger = w:creature("s")
    scavenger:hurt(4, w:creature("w"))
    w:run_until(function() return scavenger.state == "flee" end, 20)
    scavenger:force("tick", "MAP_FAILED", { times = 2 })
    w:run_until(function() return scavenger.state == "rest" end, 20)
  end)
end)
