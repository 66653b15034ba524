-- 9:23 error: pathfinder.tick never returns MORE_WAYPOINTS => there is: 
describe("it", function()
  it("runs", function()
    local w = world { [[
      .w..
      ....
    ]], w = "wolf" }
    local one = w:creature("w")
    one:force("tick", "MORE_WAYPOINTS")
    expect(one.alive).to_be(true)
  end)
end)
