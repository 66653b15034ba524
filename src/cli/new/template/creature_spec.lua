-- NAME in small worlds drawn as text: # is a wall, a letter is a creature. A step is 50 ms.

describe("NAME", function()
  it("stays near its home", function()
    local w = world { [[
      ...............
      ...............
      .......n.......
      ...............
      ...............
    ]], n = "NAME" }
    local one = w:creature("n")
    local x, y = one.x, one.y
    w:run_until(function() return one:distance(x, y) > 1 end, 600)
    expect(one.state).to_be("rest")
    expect(one:distance(x, y)).to_be_less_than(9)
  end)

  it("runs from a wolf", function()
    local w = world { [[
      ..............................
      .w......n.....................
      ..............................
    ]], n = "NAME", w = "wolf" }
    local one = w:creature("n")
    w:run_until(function() return one.state == "flee" end, 40)
    expect(one.memory.hunter).to_be(w:creature("w").id)
  end)

  it("runs from a creature that hurts it, and rests when that creature is dead", function()
    local w = world { [[
      ....................
      .g..n...............
      ....................
    ]], n = "NAME", g = "guard" }
    local one = w:creature("n")
    one:hurt(1, w:creature("g"))
    w:run_until(function() return one.state == "flee" end, 20)
    w:creature("g"):kill()
    w:run_until(function() return one.state == "rest" end, 40)
  end)
end)
