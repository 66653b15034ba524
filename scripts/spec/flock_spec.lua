-- lib.flock: keeping apart, going the same way and staying together; and npc:flock, which it is built on.

local BIRD = [[
local flock = require "lib.flock"
return behaviour {
  name = "bird", body = { radius = 0.2, speed = 5, turn_rate = 6, faction = "flock" }, start = "fly",
  states = { fly = { tick = function(npc)
    npc.memory.near = flock.move(npc, { within = 12, gap = 1.5, pace = 0.5 })
  end } },
}
]]

local SKY = [[
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ....................b...b.........................
  ......................b....b......................
  ..................b.....b.........................
  .....................b.....b......................
  ...................b...b...b......................
  ......................b..b........................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
  ..................................................
]]

-- The length of the mean of the directions that all go in: 1 when it is the same for all.
---@param all table
---@return number
local function order(all)
  local x, y = 0, 0
  for _, c in ipairs(all) do x, y = x + math.cos(c.heading), y + math.sin(c.heading) end
  return math.sqrt(x * x + y * y) / #all
end

-- The mean distance to the nearest other one, and the smallest.
---@param all table
---@return number, number
local function spacing(all)
  local sum, least = 0, math.huge
  for _, a in ipairs(all) do
    local near = math.huge
    for _, b in ipairs(all) do
      if a.id ~= b.id then near = math.min(near, a:distance(b)) end
    end
    sum, least = sum + near, math.min(least, near)
  end
  return sum / #all, least
end

describe("flock", function()
  it("goes in one direction after a while, stays together and keeps apart", function()
    local w = world { SKY, b = "bird", behaviours = { bird = BIRD }, seed = 3 }
    local birds = w:creatures("b")
    w:run(40)
    local best = 0
    for _ = 1, 8 do
      w:run(20)
      best = math.max(best, order(birds))
    end
    expect(best).to_be_greater_than(0.85)
    local mean, least = spacing(birds)
    expect(mean).to_be_less_than(4)
    expect(least).to_be_greater_than(0.4)
    for _, bird in ipairs(birds) do expect(bird.memory.near, bird.name).to_be_greater_than(2) end
  end)

  it("takes any gap: 0, one below 0, and a very wide one", function()
    for _, gap in ipairs { 0, -3, 1e6 } do
      local bird = BIRD:gsub("gap = 1.5", "gap = " .. gap)
      local w = world { SKY, b = "bird", behaviours = { bird = bird } }
      w:run(20)
      expect(w:creatures("b")[1].memory.near, "neighbours with a gap of " .. gap).to_be_greater_than(0)
    end
  end)

  it("does not run against walls", function()
    local w = world { [[
      ################
      #..............#
      #...b..........#
      #..............#
      #.........b....#
      #..............#
      #......b.......#
      #..............#
      ################
    ]], b = "bird", behaviours = { bird = BIRD } }
    local slow = 0
    w:run(20)
    for _ = 1, 200 do
      w:run(1)
      for _, bird in ipairs(w:creatures("b")) do
        if bird.speed < 0.3 then slow = slow + 1 end
      end
    end
    expect(slow, "steps of 600 in which one did not move").to_be_less_than(120)
  end)

  it("turns back when it is far from home", function()
    local w = world { [[
      ........................................
      ........................................
      ....................b...................
      ........................................
      ........................................
    ]], b = "lark", behaviours = { lark = [[
      local flock = require "lib.flock"
      return behaviour { name = "lark", body = { radius = 0.2, speed = 5, faction = "flock" }, start = "fly",
        states = { fly = { tick = function(npc) flock.move(npc, { home = 5, pace = 0.5 }) end } } }
    ]] } }
    local farthest, lark = 0, w:creature("b")
    for _ = 1, 400 do
      w:run(1)
      farthest = math.max(farthest, lark:distance("b"))
    end
    expect(farthest).to_be_less_than(11)
    expect(farthest).to_be_greater_than(3)
  end)
end)

describe("npc:flock", function()
  local WATCHER = [[
    return behaviour { name = "watcher", body = { radius = 0.2, faction = "a" }, start = "s", states = { s = { tick = function(npc)
      npc.memory.all = npc:flock { within = 20 }
      npc.memory.close = npc:flock({ within = 20, behaviour = "still", limit = 1 }, 4)
      npc.memory.none = npc:flock { within = 20, faction = "b", behaviour = "watcher" }
    end } } }
  ]]
  local STILL = [[
    return behaviour { name = "still", body = { radius = 0.2, faction = "b" }, start = "s", states = { s = {} } }
  ]]

  it("takes neighbours together: how many, their middle, and what pushes it away", function()
    local w = world { [[
      ...............
      ..w.s.......s..
      ...............
    ]], w = "watcher", s = "still", behaviours = { watcher = WATCHER, still = STILL } }
    w:run(8)
    local m = w:creature("w").memory
    expect(m.all.count).to_be(2)
    expect(m.all.x).to_be_near(8.5)
    expect(m.all.y).to_be_near(1.5)
    expect(m.all.vx).to_be(0)
    expect(m.all.away_x).to_be(0)
    expect(m.close.count).to_be(1)
    expect(m.close.away_x).to_be_near(-0.5)
    expect(m.close.away_y).to_be_near(0)
    expect(m.none.count).to_be(0)
    expect(m.none.x).to_be_near(2.5)
  end)
end)
