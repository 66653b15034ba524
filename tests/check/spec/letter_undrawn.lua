-- 9:15 error: there is no 'x' in the drawing => it has: w
describe("it", function()
  it("runs", function()
    local w = world { [[
      .w..
      ....
    ]], w = "wolf" }
    local one = w:creature("w")
    one:place("x")
    expect(one.alive).to_be(true)
  end)
end)
