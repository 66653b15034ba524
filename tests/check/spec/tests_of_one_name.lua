-- 7:3 warning: two tests of this group have the name 'runs' => line 4
describe("it", function()
  local wolf
  it("runs", function()
    wolf = world({ ".w..", w = "wolf" }):creature("w")
  end)
  it("runs", function()
    expect(wolf.state).to_be("rest")
  end)
end)
