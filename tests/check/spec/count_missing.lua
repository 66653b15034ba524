-- 9:7 error: w:run needs steps (a number) => write w:run(steps)
describe("it", function()
  it("runs", function()
    local w = world { [[
      .w..
      ....
    ]], w = "wolf" }
    local one = w:creature("w")
    w:run()
    expect(one.alive).to_be(true)
  end)
end)
