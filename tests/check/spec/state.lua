-- 9:49 error: there is no state 'rset' => rest
describe("wolf", function()
  it("rests", function()
    local w = world { [[
      ......
      ..w...
    ]], w = "wolf" }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.state == "rset" end, 40)
    expect(wolf.alive).to_be(true)
  end)
end)
