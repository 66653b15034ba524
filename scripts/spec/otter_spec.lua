-- The otter: ashore and in the water, away from people.

local POND = [[
  ..........~~~~~~
  ..o.......~~~~~~
  ..........~~~~~~
  ..........~~~~~~
]]

describe("otter", function()
  it("crosses from land to water and back", function()
    local w = world { POND, cell = 2, o = "otter" }
    local otter = w:creature("o")
    w:run_until(function() return otter.x > 21 end, 3000)
    w:run_until(function() return otter.x < 19 end, 3000)
    expect(otter.state).to_be("roam")
  end)

  it("goes into the water when a merchant comes near, and roams again from there", function()
    local w = world { [[
      .........~~~~~~~~~~~~~
      ..o....m.~~~~~~~~~~~~~
      .........~~~~~~~~~~~~~
    ]], o = "otter", m = "merchant" }
    local otter = w:creature("o")
    w:run_until(function() return otter.state == "dive" end, 40)
    w:run_until(function() return otter.state == "roam" end, 400)
    expect(otter.x).to_be_greater_than(8)
  end)

  it("goes into the water when it is hurt, or stays where there is none", function()
    local w = world { "..o....", o = "otter" }
    local otter = w:creature("o")
    otter:hurt(1)
    w:run(60)
    expect(otter.state).to_be("dive")
  end)
end)
