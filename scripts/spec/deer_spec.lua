-- The deer: grazes with its herd, flees from hunters, warns the others.

describe("deer", function()
  it("flees from a wolf and gets away from it", function()
    local w = world { [[
      ........................
      ..w......d..............
      ........................
    ]], w = "wolf", d = "deer" }
    w:run_until(function() return w:creature("d").state == "flee" end, 40)
    expect(w:creature("d").memory.hunter).to_be(w:creature("w").id)
  end)

  it("warns a deer that cannot see the wolf", function()
    local w = world { [[
      ....................
      ..w.....d...........
      .........####.......
      .........#e.........
      .........####.......
      ....................
    ]], w = "wolf", d = "deer", e = "deer" }
    w:run_until(function() return w:creature("e").state == "flee" end, 60)
  end)

  it("flees from a creature that hurts it, and rests when that is far away", function()
    local w = world { [[
      .........................
      .g..d....................
      .........................
    ]], cell = 2, d = "deer", g = "guard" }
    local deer = w:creature("d")
    deer:hurt(5, w:creature("g"))
    w:run_until(function() return deer.state == "flee" end, 20)
    w:run_until(function() return deer.state == "rest" end, 400)
  end)

  it("raises no error when it is hurt without an attacker", function()
    local w = world { [[
      .....
      ..d..
      .....
    ]], d = "deer" }
    w:creature("d"):hurt(5)
    w:run(60)
    expect(w:entered("flee")).to_be(1)
    expect(w:creature("d").state).to_be("rest")
  end)

  it("walks back to its herd", function()
    local w = world { [[
      ..........
      .d......e.
      ..........
    ]], cell = 3, d = "deer", e = "deer" }
    local before = w:distance(w:creature("d"), w:creature("e"))
    w:run_until(function() return w:distance(w:creature("d"), w:creature("e")) < before - 8 end, 600)
    expect(w:entered("flee")).to_be(0)
  end)
end)
