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

  it("wants to dive when a merchant comes near", function()
    local w = world { [[
      .........~~~~
      ..o....m.~~~~
      .........~~~~
    ]], o = "otter", m = "merchant" }
    local otter = w:creature("o")
    w:run_until(function() return otter.state == "dive" end, 40)
    otter:hurt(1)
    w:run(10)
    expect(otter.state).to_be("dive")
  end)
end)
