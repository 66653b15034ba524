-- What math has besides Lua's own functions.

local pi = math.pi

describe("math", function()
  it("measures distances, headings and turns, at the top of a file too", function()
    local w = world { "p", p = "probe", behaviours = { probe = [[
      local D, H, T = math.distance(1, 1, 4, 5), math.heading(0, 0, 0, 2), math.angle_difference(3, -3)
      return behaviour { name = "probe", start = "s", states = { s = { tick = function(npc)
        npc.memory.seen = { D, H, T, math.distance(npc.x, npc.y, npc.x + 3, npc.y - 4) }
      end } } } ]] } }
    w:run(2)
    local seen = w:creature("p").memory.seen
    expect(seen[1]).to_be(5)
    expect(seen[2]).to_be_near(pi / 2)
    expect(seen[3]).to_be_near(2 * pi - 6, 0.0001)
    expect(seen[4]).to_be(5)
  end)

  it("takes the shorter turn", function()
    for _, case in ipairs {
      { 0, 1, 1 }, { 1, 0, -1 }, { 0, 3 * pi / 2, -pi / 2 }, { -3, 3, 6 - 2 * pi }, { 0, pi, pi }, { 0, -pi, -pi },
      { 0.5, 0.5 + 4 * pi, 0 },
    } do
      local from, to, turn = case[1], case[2], case[3]
      expect(math.angle_difference(from, to)).to_be_near(turn, 0.000001)
    end
  end)

  it("names a wrong argument", function()
    expect(function() math.distance(1, 2, 3) end).to_fail("math.distance: y2 must be a number, not nil")
  end)
end)
