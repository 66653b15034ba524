-- 8:52 error: there is no reason 'walled' => walled in
describe("wolf", function()
  it("is lost", function()
    local w = world { [[
      ..w...
    ]], w = "wolf" }
    local wolf = w:creature("w")
    wolf:force("tick", "SEARCH_FAILED", { reason = "walled" })
    w:run(10)
    expect(wolf.alive).to_be(true)
  end)
end)
