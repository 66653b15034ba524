-- 8:50 error: there is no tactical state 'seeks' => seek
describe("wolf", function()
  it("seeks", function()
    local w = world { [[
      ..w...
    ]], w = "wolf" }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.tactic == "seeks" end, 40)
    expect(wolf.alive).to_be(true)
  end)
end)
