-- 10:17 error: has no 'alife' => alive
describe("wolf", function()
  it("rests", function()
    local w = world { [[
      ......
      ..w...
    ]], w = "wolf" }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.state == "rest" end, 40)
    expect(wolf.alife).to_be(true)
  end)
end)
