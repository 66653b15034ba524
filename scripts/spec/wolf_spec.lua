-- The wolf: hunts what it sees, runs when it is badly hurt.

local MEADOW = [[
  ....................
  ....................
  ..w.............d...
  ....................
  ....................
]]

describe("wolf", function()
  it("attacks a deer in sight", function()
    local w = world { MEADOW, w = "wolf", d = "deer" }
    local wolf, deer = w:creature("w"), w:creature("d")
    w:run_until(function() return wolf.state == "attack" end, 40)
    expect(wolf.memory.prey).to_be(deer.id)
    w:run_until(function() return not deer.alive or deer.health < deer.max_health end, 600)
  end)

  it("does not see through a wall", function()
    local w = world { [[
      ##########
      #w..#...d#
      #...#....#
      ##########
    ]], w = "wolf", d = "deer" }
    expect(w:happens(function() return w:creature("w").state == "attack" end, 100)).to_be(false)
  end)

  it("rests after the kill", function()
    local w = world { MEADOW, w = "wolf", d = "deer" }
    w:run_until(function() return w:creature("w").state == "attack" end, 40)
    w:creature("d"):kill()
    w:run_until(function() return w:creature("w").state == "rest" end, 20)
    expect(w:creature("w").memory.full_until).to_be_greater_than(w.time)
  end)

  it("flees when it is badly hurt, and comes to itself again", function()
    local w = world { MEADOW, w = "wolf", d = "guard" }
    local wolf, guard = w:creature("w"), w:creature("d")
    wolf:hurt(30, guard)
    w:run_until(function() return wolf.state == "flee" end, 40)
    guard:kill()
    w:run_until(function() return not wolf.alive or wolf.state == "rest" end, 1200)
    expect(wolf.alive).to_be(true)
  end)

  it("comes when its pack calls", function()
    local w = world { [[
      ..........#.........
      ..w.......#.....x.d.
      ..........#.........
      ....................
    ]], w = "wolf", x = "wolf", d = "deer" }
    w:run_until(function() return w:creature("w").state == "attack" end, 200)
  end)

  it("lets go of prey that got away", function()
    local w = world { [[
      ............................................................
      ..w.........d...............................................
    ]], w = "wolf", d = "deer" }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.state == "attack" end, 40)
    w:creature("d"):place(58, 1.5)
    w:run_until(function() return wolf.state == "rest" end, 20)
    expect(wolf.memory.full_until, "its meal").never.to_exist()
  end)

  it("gives up unreachable prey, and looks for other prey later", function()
    local w = world { MEADOW, w = "wolf", d = "deer" }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.state == "attack" end, 40)
    wolf:force("tick", "MAP_FAILED")
    w:run_until(function() return wolf.state == "rest" end, 20)
    expect(wolf.memory.full_until - w.time, "seconds until then").to_be_near(5, 0.5)
    w:run_until(function() return wolf.state == "attack" end, 160)
  end)

  it("attacks a near creature that hurts it", function()
    local w = world { MEADOW, w = "wolf", d = "guard" }
    local wolf, guard = w:creature("w"), w:creature("d")
    wolf:hurt(1, guard)
    w:run_until(function() return wolf.state == "attack" end, 20)
    expect(wolf.memory.prey).to_be(guard.id)
    local other = w:creatures("d")[1]
    guard:place(wolf.x + 2, wolf.y)
    w:run(1)
    wolf:hurt(1, other)
    w:run(2)
    expect(wolf.memory.prey).to_be(other.id)
  end)

  it("recovers where no creature follows it", function()
    local w = world { MEADOW, w = "wolf", d = "deer" }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.tactic == "seek" end, 60)
    wolf:hurt(30)
    w:run_until(function() return wolf.state == "flee" end, 20)
    w:run(20)
    expect(wolf.tactic).to_be("idle")
    expect(wolf.speed).to_be_near(0, 0.05)
  end)

  it("bites when it is cornered", function()
    local w = world { [[
      #######
      #wg...#
      #######
    ]], w = "wolf", g = "guard" }
    local wolf, guard = w:creature("w"), w:creature("g")
    wolf:hurt(28, guard)
    w:run_until(function() return wolf.state == "flee" end, 40)
    local before = guard.health
    w:run_until(function() return guard.health < before end, 40)
  end)

  it("follows the scent of prey that it did not find, once", function()
    local w = world { [[
      ..............................
      ..............................
      ...............######.........
      ...............######.........
      ..w.........h..######.........
      ...............######.........
      ...............######.........
      ..............................
    ]], w = "wolf", h = "hare", behaviours = { hare = [[
      return behaviour { name = "hare", body = { radius = 0.3, faction = "prey" }, start = "rest", states = { rest = {} } }]] } }
    local wolf, hare = w:creature("w"), w:creature("h")
    w:run_until(function() return wolf.state == "attack" end, 40)
    hare:place(22.5, 4.5)
    w:run_until(function() return wolf.state == "search" end, 200)
    hare:kill() -- only what it left can be found
    w:run_until(function() return wolf.state ~= "search" or wolf.memory.around.scent end, 1200)
    expect(wolf.memory.around.scent, "led by scent").to_be(true)
  end)
end)
