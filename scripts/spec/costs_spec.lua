-- What paths cost: pathfinder.cost, pathfinder.nearest_reachable, and pathfinder.ask_cost with the handler on_cost.

local function probe(body)
  return { probe = [[return behaviour { name = "probe", start = "s", states = { s = { ]] .. body .. [[ } } }]] }
end

local HALL = [[
  p...#....
  ....#..A.
  ....#....
  ......B..
  #########
  ....C....
]]

local PLACES = { a = "A", b = "B", c = "C" }

describe("pathfinder.cost", function()
  it("is exact in sight, about the path's cost round corners, and nil where no path leads", function()
    local w = world { HALL, p = "probe", places = PLACES, behaviours = probe [[
      enter = function(npc)
        for _, name in ipairs { "a", "b", "c" } do
          local x, y = world.place(name)
          local cost, exact = pathfinder.cost(npc, x, y)
          npc.memory[name] = { cost = cost, exact = exact }
        end
      end,
    ]] }
    w:run(2)
    local memory = w:creature("p").memory
    expect(memory.c).to_be { exact = true }
    expect(memory.a.exact).to_be(false)
    expect(memory.a.cost > 7.1).to_be(true)
    expect(memory.a.cost).to_be_less_than(9.6)
  end)
end)

-- A wall of four cells: the search, too, says that these are blocked.
describe("a point in a wall", function()
  it("is not reachable, and no path has a cost", function()
    local w = world { [[
      .........####....
      ...p.....####....
      .........####....
    ]], p = "probe", behaviours = probe [[
      enter = function(npc)
        for name, x in pairs { free = 8.5, edge = 9.5, inner = 10.5, last = 12.5, beyond = 13.5, outside = 40 } do
          npc.memory[name] = { reachable = pathfinder.reachable(npc, x, 1.5), cost = (pathfinder.cost(npc, x, 1.5)) }
        end
      end,
    ]] }
    w:run(2)
    local memory = w:creature("p").memory
    for _, name in ipairs { "edge", "inner", "last", "beyond", "outside" } do
      expect(memory[name], name).to_be { reachable = false }
    end
    expect(memory.free).to_be { reachable = true, cost = 5 }
  end)
end)

describe("pathfinder.ask_cost", function()
  it("has the cost of the path itself searched for", function()
    local w = world { HALL, p = "probe", places = PLACES, behaviours = probe [[
      enter = function(npc)
        npc.memory.got = {}
        for _, name in ipairs { "a", "c" } do
          local x, y = world.place(name)
          npc.memory.asked = pathfinder.ask_cost(npc, x, y)
        end
      end,
      on_cost = function(npc, x, y, cost, exact)
        table.insert(npc.memory.got, { x = x, y = y, cost = cost, exact = exact })
      end,
    ]] }
    local p = w:creature("p")
    w:run_until(function() return #(p.memory.got or {}) == 2 end, 100)
    expect(p.memory.asked).to_be(true)
    expect(p.memory.got[1].cost).never.to_be_less_than(7.1)
    expect(p.memory.got[1].cost).to_be_less_than(10)
    expect(p.memory.got[2]).to_be { x = 4.5, y = 5.5, exact = true }
  end)
end)

describe("pathfinder.nearest_reachable", function()
  it("returns the creature with the least cost, and nil where no path leads to any", function()
    local w = world { [[
      p..d....e
      #########
      ..x......
    ]], p = "probe", d = "deer", e = "deer", x = "deer", behaviours = probe [[
      tick = function(npc)
        local ids = npc:all { faction = "prey", within = 50 }
        local id, cost, exact = pathfinder.nearest_reachable(npc, ids)
        npc.memory.near = { id = id, cost = cost, exact = exact }
        npc.memory.none = pathfinder.nearest_reachable(npc, {}) == nil
      end,
    ]] }
    local p = w:creature("p")
    w:run_until(function() return p.memory.near and p.memory.near.id end, 20)
    expect(p.memory.none).to_be(true)
    expect(p.memory.near.id).to_be(w:creature("d").id)
  end)
end)
