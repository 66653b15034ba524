-- 10:24 error: has no 'to_equal' => to_be
describe("wolf", function()
  it("rests", function()
    local w = world { [[
      ......
      ..w...
    ]], w = "wolf" }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.state == "rest" end, 40)
    expect(wolf.alive).to_equal(true)
  end)
end)
