-- 8:16 error: there is no call to the pathfinder 'tik' => tick
describe("wolf", function()
  it("is lost", function()
    local w = world { [[
      ..w...
    ]], w = "wolf" }
    local wolf = w:creature("w")
    wolf:force("tik", "MAP_FAILED")
    w:run(10)
    expect(wolf.alive).to_be(true)
  end)
end)
