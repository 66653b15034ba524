-- 9:35 error: there is no state 'atack' => did you mean 'attack'
describe("it", function()
  it("runs", function()
    local w = world { [[
      .w..
      ....
    ]], w = "wolf" }
    local one = w:creature("w")
    expect(one.state).never.to_be("atack")
    expect(one.alive).to_be(true)
  end)
end)
