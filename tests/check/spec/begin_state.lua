-- 8:26 error: there is no state 'rset' => rest
describe("wolf", function()
  it("begins", function()
    local w = world { [[
      ..w...
    ]], w = "wolf" }
    local wolf = w:creature("w")
    wolf:begin { state = "rset" }
    w:run(10)
    expect(wolf.alive).to_be(true)
  end)
end)
