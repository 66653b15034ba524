-- The peddler: walks from one place to another and back.

describe("peddler", function()
  it("goes to one place, rests, and goes to the other", function()
    local w = world { [[
      A.....p.....B
      .............
    ]], p = "peddler", places = { village = "A", harbour = "B" } }
    local peddler = w:creature("p")
    w:run_until(function() return w:distance(peddler, "B") < 1.5 and peddler.state == "rest" end, 300)
    w:run_until(function() return w:distance(peddler, "A") < 1.5 and peddler.state == "rest" end, 500)
    expect(peddler.memory.back).to_be(false)
  end)

  it("rests where the map does not have the place, and where there is no path", function()
    local w = world { "p..", p = "peddler" }
    w:run_until(function() return w:creature("p").state == "rest" end, 20)
    local walled = world { "p.#B", p = "peddler", places = { harbour = "B" } }
    walled:run_until(function() return walled:creature("p").state == "rest" end, 60)
  end)
end)
