-- world.ground, and bodies that walk, swim and fly.

local function probe(moves, body)
  return { probe = [[return behaviour { name = "probe", body = { radius = 0.3, speed = 4, moves = "]] .. moves
    .. [[" }, start = "s", states = { s = { ]] .. body .. [[ } } }]] }
end

local LOOK = [[
  tick = function(npc)
    local kind, elevation, depth, cost = world.ground(4.5, 0.5)
    local wall, _, _, over = world.ground(5.5, 0.5)
    local outside = world.ground(-1, 0.5)
    npc.memory.seen = { kind = kind, elevation = elevation, depth = depth, cost = cost or "closed", wall = wall, over = over or "closed",
      outside = outside or "nothing" }
  end,
]]

-- Goes to the other end of the drawing.
local CROSS = [[
  enter = function(npc) pathfinder.activate(npc) pathfinder.set_position_target(npc, 8.5, 1.5) end,
  tick = function(npc)
    npc.memory.code = pathfinder.tick(npc)
    local _, x, y = pathfinder.next_waypoint(npc)
    npc:steer(x, y)
  end,
]]

local RIVER = [[
  ...~~~...
  p..~~~..g
  ...~~~...
]]

describe("world.ground", function()
  for moves, wanted in pairs { walk = { "closed", "closed" }, swim = { 1, "closed" }, fly = { 1, 1 } } do
    it("names the ground and what it costs one that moves so: " .. moves, function()
      local w = world { "p...~#", p = "probe", behaviours = probe(moves, LOOK) }
      w:run(2)
      expect(w:creature("p").memory.seen).to_be { kind = "water", elevation = 0, depth = 0, cost = wanted[1], wall = "wall",
        over = wanted[2], outside = "nothing" }
    end)
  end
end)

describe("a river", function()
  it("stops one that walks", function()
    local w = world { RIVER, p = "probe", g = "deer", behaviours = probe("walk", CROSS) }
    w:run(60)
    expect(w:creature("p").memory.code).to_be("MAP_FAILED")
    expect(w:creature("p").x).to_be_less_than(3)
  end)

  it("is crossed by one that swims", function()
    local w = world { RIVER, p = "probe", behaviours = probe("swim", CROSS) }
    w:run_until(function() return w:creature("p").x > 7.5 end, 120)
  end)

  it("is crossed by one that flies, and so is a wall", function()
    local w = world { "...###...\np..###..g\n...###...", p = "probe", behaviours = probe("fly", CROSS) }
    w:run_until(function() return w:creature("p").x > 7.5 end, 120)
  end)
end)
