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
    w:run_until(function() return w:creature("w").state == "attack" end, 60)
  end)
end)
