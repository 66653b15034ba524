-- 7:13 error: there is no behaviour 'wulf' => wolf
describe("wolf", function()
  it("rests", function()
    local w = world { [[
      ......
      ..w...
    ]], w = "wulf" }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.state == "rest" end, 40)
    expect(wolf.alive).to_be(true)
  end)
end)
