-- 8:20 error: a world has no 'creatur' => creature
describe("wolf", function()
  it("rests", function()
    local w = world { [[
      ......
      ..w...
    ]], w = "wolf" }
    local wolf = w:creatur("w")
    w:run_until(function() return wolf.state == "rest" end, 40)
    expect(wolf.alive).to_be(true)
  end)
end)
