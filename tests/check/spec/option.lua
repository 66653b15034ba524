-- 7:21 error: a world has no option 'sed' => seed
describe("wolf", function()
  it("rests", function()
    local w = world { [[
      ......
      ..w...
    ]], w = "wolf", sed = 7 }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.state == "rest" end, 40)
    expect(wolf.alive).to_be(true)
  end)
end)
