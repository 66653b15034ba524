-- 9:7 error: called with a dot => w:run_until
describe("wolf", function()
  it("rests", function()
    local w = world { [[
      ......
      ..w...
    ]], w = "wolf" }
    local wolf = w:creature("w")
    w.run_until(function() return wolf.state == "rest" end, 40)
    expect(wolf.alive).to_be(true)
  end)
end)
