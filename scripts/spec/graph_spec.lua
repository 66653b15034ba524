-- body.graph: the paths of a creature lead over a graph of the world instead of its cells.

local GRAPHS = {
  "grid", "grid4", "hex", "quadtree", "framed-quadtree", "visibility", "visibility-full", "mesh", "turned",
}

local POCKET = [[
  ................
  ................
  .....#####......
  .........#......
  ..w......#...g..
  .........#......
  .....#####......
  ................
  ................
]]

local PEN = [[
  ............
  .w....#####.
  ......#.g.#.
  ......#####.
  ............
]]

-- A walker that plans over a graph.
local function walker(graph)
  return [[
    local tactics = require "lib.tactics"
    return behaviour {
      name = "walker", start = "go", body = { radius = 0.4, graph = "]] .. graph .. [[" },
      states = { go = {
        tick = function(npc)
          local x, y = world.place("goal")
          if x then npc.memory.status = tactics.go(npc, x, y) end
        end,
        on_path = function(npc, code)
          npc.memory.code, npc.memory.reason = code, pathfinder.reason(npc)
        end,
      } },
    }
  ]]
end

describe("body.graph", function()
  for _, graph in ipairs(GRAPHS) do
    it("leads round walls over " .. graph, function()
      local w = world { POCKET, w = "walker", behaviours = { walker = walker(graph) }, places = { goal = "g" } }
      local npc = w:creature("w")
      w:run_until(function() return npc.memory.status == "arrived" end, 300)
    end)

    it("has the code and the reason that cells have where no path leads there: " .. graph, function()
      local w = world { PEN, w = "walker", behaviours = { walker = walker(graph) }, places = { goal = "g" } }
      local npc = w:creature("w")
      w:run_until(function() return npc.memory.status == "blocked" end, 60)
      expect(npc.memory.code).to_be(pathfinder.SEARCH_FAILED)
      expect(npc.memory.reason).to_be("different region")
    end)
  end

  it("counts in what pathfinder.ask_cost finds, and not in what pathfinder.cost estimates", function()
    local w = world { POCKET, w = "asker", places = { goal = "g" }, behaviours = { asker = [[
      return behaviour {
        name = "asker", start = "ask", body = { radius = 0.4, graph = "mesh" },
        states = { ask = {
          enter = function(npc)
            local x, y = world.place("goal")
            npc.memory.about = pathfinder.cost(npc, x, y)
            pathfinder.ask_cost(npc, x, y)
          end,
          on_cost = function(npc, _, _, cost, exact)
            npc.memory.cost, npc.memory.exact = cost, exact
          end,
        } },
      }
    ]] } }
    w:run_until(function() return w:creature("w").memory.cost ~= nil end, 60)
    local memory = w:creature("w").memory
    -- Round the pocket it is about 13.5 m, straight through it would be 11.
    expect(memory.cost).never.to_be_less_than(13)
    expect(memory.cost).to_be_less_than(14)
    expect(memory.exact).to_be(false)
    expect(memory.about).never.to_be_less_than(11)
  end)

  it("is refused for markers where the map has none", function()
    expect(function()
      world { POCKET, w = "walker", behaviours = { walker = walker("markers") }, places = { goal = "g" } }
    end).to_fail("a walker plans over the graph 'markers', and this map has no [[marker]]")
  end)
end)
