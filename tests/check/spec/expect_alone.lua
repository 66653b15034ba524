-- 7:5 error: this expects nothing => to_be(true)
describe("it", function()
  it("runs", function()
    local w = world { [[
      .w..
    ]], w = "wolf" }
    expect(w:creature("w").alive)
  end)
end)
