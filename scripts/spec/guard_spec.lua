-- The guard: walks its rounds, drives intruders off, returns to its post.

local YARD = [[
  ..............
  ..............
  ..............
  .....g.......v
  ..............
  ..............
  ..............
]]

describe("guard", function()
  it("attacks an intruder and returns to its post", function()
    local w = world { YARD, cell = 4, g = "guard", v = "wolf" }
    local guard, wolf = w:creature("g"), w:creature("v")
    wolf:place(32, 14)
    w:run_until(function() return guard.state == "attack" end, 60)
    expect(w:said("Halt!")).to_be(true)
    w:run_until(function() return not wolf.alive or wolf.health < wolf.max_health end, 400)
    wolf:kill()
    w:run_until(function() return guard.state == "home" end, 20)
    w:run_until(function() return guard.state == "rest" end, 400)
    expect(w:distance(guard, "g")).to_be_less_than(2)
  end)

  it("walks its rounds when all is quiet", function()
    local w = world { YARD, cell = 4, g = "guard", v = "deer" }
    local guard = w:creature("g")
    expect(guard.state).to_be("patrol")
    w:run_until(function() return w:distance(guard, "g") > 3 end, 400)
    w:run_until(function() return guard.state == "rest" end, 800)
    w:run_until(function() return guard.state == "patrol" end, 200)
  end)

  it("strikes back at a creature that hurts it", function()
    local w = world { YARD, cell = 4, g = "guard", v = "scavenger" }
    w:creature("g"):hurt(5, w:creature("v"))
    w:run_until(function() return w:creature("g").state == "attack" end, 20)
    expect(w:creature("g").memory.foe).to_be(w:creature("v").id)
  end)

  it("flees when it is nearly dead", function()
    local w = world { YARD, cell = 4, g = "guard", v = "wolf" }
    local guard = w:creature("g")
    guard:hurt(65, w:creature("v"))
    w:run_until(function() return guard.state == "flee" end, 60)
  end)

  it("gives up an unreachable intruder", function()
    local w = world { YARD, cell = 4, g = "guard", v = "wolf" }
    local guard, wolf = w:creature("g"), w:creature("v")
    wolf:place(32, 14)
    w:run_until(function() return guard.state == "attack" end, 60)
    guard:force("tick", "MAP_FAILED")
    w:run_until(function() return guard.state ~= "attack" end, 20)
    expect(guard.state).to_be("home")
  end)

  it("goes home when it has fled and no creature follows", function()
    local w = world { YARD, cell = 4, g = "guard", v = "wolf" }
    local guard, wolf = w:creature("g"), w:creature("v")
    wolf:place(34, 14)
    guard:hurt(65, wolf)
    w:run_until(function() return guard.state == "flee" end, 60)
    w:run_until(function() return w:distance(guard, "g") > 3 end, 60)
    wolf:kill()
    w:run_until(function() return guard.state == "home" end, 20)
  end)

  it("strikes back while it rests and on its way home", function()
    local w = world { YARD, cell = 4, g = "guard", v = "scavenger" }
    local guard, vermin = w:creature("g"), w:creature("v")
    guard:force("tick", "MAP_FAILED") -- its corner is out of reach
    w:run_until(function() return guard.state == "rest" end, 20)
    guard:hurt(5, vermin)
    w:run_until(function() return guard.state == "attack" end, 20)
    guard:force("tick", "MAP_FAILED")
    w:run_until(function() return guard.state == "home" end, 20)
    guard:hurt(5, vermin)
    w:run_until(function() return guard.state == "attack" end, 20)
    expect(guard.memory.foe).to_be(vermin.id)
  end)

  it("continues its rounds when it is hurt without an attacker", function()
    local w = world { YARD, cell = 4, g = "guard", v = "deer" }
    w:creature("g"):hurt(5)
    w:run(12)
    expect(w:creature("g").state).to_be("patrol")
  end)
end)
