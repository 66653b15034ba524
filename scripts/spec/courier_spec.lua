-- The courier: goes from one end to the other and back.

-- High enough for the places beside the ends at which couriers unload.
local ROAD = [[
  ##############
  #............#
  #............#
  #............#
  #............#
  #............#
  #w....c.....e#
  #............#
  #............#
  #............#
  #............#
  #............#
  ##############
]]

local CLOSED = [[
  ##############
  #w...c#.....e#
  #.....#......#
  ##############
]]

describe("courier", function()
  it("goes to one end, unloads, and goes to the other", function()
    local w = world { ROAD, cell = 4, c = "courier", places = { west = "w", east = "e" } }
    local courier = w:creature("c")
    w:run(2)
    expect(courier.memory.to).to_be("east")
    w:run_until(function() return courier.state == "unload" end, 400)
    w:run_until(function() return courier.state == "carry" end, 60)
    expect(courier.memory.to).to_be("west")
    w:run_until(function() return w:entered("unload") == 2 end, 600)
  end)

  it("waits and tries again where no path leads there", function()
    local w = world { CLOSED, cell = 4, c = "courier", places = { west = "w", east = "e" } }
    local courier = w:creature("c")
    w:run_until(function() return courier.state == "wait" end, 200)
    w:run_until(function() return w:entered("carry") == 2 end, 60)
    expect(courier.memory.to, "the same end").to_be("east")
    w:run_until(function() return w:entered("wait") == 2 end, 200)
  end)
end)
