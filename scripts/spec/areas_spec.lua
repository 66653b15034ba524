-- Places and areas of the map: world.place, npc:inside, and the handlers entered and left.

local function probe(body)
  return { probe = [[return behaviour { name = "probe", body = { speed = 8 }, start = "s", states = { s = { ]] .. body .. [[ } } }]] }
end

local WALKER = probe [[
  enter = function(npc) npc.memory.seen = {} end,
  entered = function(npc, area) table.insert(npc.memory.seen, "+" .. area) end,
  left = function(npc, area) table.insert(npc.memory.seen, "-" .. area) end,
  tick = function(npc) npc:charge(npc.x + 10, npc.y) end,
]]

describe("places", function()
  it("are points, or the middle of an area, and nil where the map has none", function()
    local w = world { [[
      p...M...
      ........
      .Q....M.
    ]], p = "probe", places = { pen = "Q" }, areas = { market = "M" }, behaviours = probe [[
      tick = function(npc)
        local pen_x, pen_y = world.place("pen")
        local x, y = world.place("market")
        npc.memory.at = table.concat({ pen_x, pen_y, x, y, tostring(world.place("well")) }, " ")
      end,
    ]] }
    w:run(2)
    expect(w:creature("p").memory.at).to_be("1.5 2.5 5.5 1.5 nil")
  end)
end)

describe("areas", function()
  it("contain creatures by their name and by their roles", function()
    local w = world { [[
      A..p....
      ..A.....
    ]], p = "probe", areas = { wood = { "A", "shelter", "cold" } }, behaviours = probe [[
      tick = function(npc)
        local inside = {}
        for _, word in ipairs { "wood", "shelter", "cold", "market" } do inside[word] = npc:inside(word) end
        npc.memory.inside = inside
      end,
    ]] }
    local p = w:creature("p")
    w:run(7)
    expect(p.memory.inside).to_be { wood = false, shelter = false, cold = false, market = false }
    p:place(1.5, 0.5)
    w:run(7)
    expect(p.memory.inside).to_be { wood = true, shelter = true, cold = true, market = false }
  end)

  it("are entered and left, those that overlap in order of name, and those that a life begins in", function()
    local w = world { [[
      A.B.............C...............
      p...............................
      .......A..B.........C...........
    ]], p = "probe", areas = { a = "A", b = "B", c = "C" }, behaviours = WALKER }
    w:run(80)
    expect(table.concat(w:creature("p").memory.seen, " ")).to_be("+a +b -a -b +c -c")
  end)

  it("are areas of their own where two have one role", function()
    local w = world { "p.AAAA....BBBB...............", p = "probe", behaviours = WALKER,
      areas = { east = { "B", "field" }, west = { "A", "field" } } }
    w:run(60)
    expect(table.concat(w:creature("p").memory.seen, " ")).to_be("+west -west +east -east")
  end)

  it("may change the state of a creature", function()
    local w = world { "p.....DDDDDDD", p = "guest", areas = { den = "D" }, behaviours = { guest = [[
      return behaviour { name = "guest", start = "walk", states = {
        walk = { tick = function(npc) npc:charge(12, 0.5) end, entered = function(npc, area) return area end },
        den = { enter = function(npc) npc:stop() end, left = function() return "walk" end },
      } } ]] } }
    w:run_until(function() return w:creature("p").state == "den" end, 60)
    expect(w:creature("p").x).to_be_less_than(9)
  end)
end)
