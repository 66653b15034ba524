-- The handler on_stuck: a creature that is under way and gets nowhere.

local WALKER = [[return behaviour {
  name = "walker", body = { radius = 0.4, speed = 3 }, start = "walk",
  states = {
    walk = {
      enter = function(npc) npc:steer(8.5, 1.5) end,
      on_stuck = function(npc, by)
        npc.memory.by = by
        return "rest"
      end,
    },
    rest = { enter = function(npc) npc:stop() end },
  },
}]]

describe("on_stuck", function()
  it("is called when a creature walks against a wall for eight seconds", function()
    local w = world { [[
      ....#....
      .p..#....
      ....#....
      ....#....
    ]], p = "walker", behaviours = { walker = WALKER } }
    local p = w:creature("p")
    w:run(100)
    expect(p.memory.by).to_be(nil)
    w:run(120)
    expect(p.memory.by).to_be("walls")
    expect(p.state).to_be("rest")
  end)

  it("is not called for a creature that gets along, or that rests", function()
    local w = world { [[
      .........
      .p.......
      .........
    ]], p = "walker", behaviours = { walker = WALKER } }
    local p = w:creature("p")
    w:run(400)
    expect(p.memory.by).to_be(nil)
    expect(p.state).to_be("walk")
  end)
end)
