-- The tactical machine, in small worlds: a walker follows orders and stores the returned status.

local WALKER = [[
local tactics = require "lib.tactics"

local function ordered(npc, from, order, what)
  npc.memory.what = what
  return order
end

local function keep(npc, status)
  npc.memory.status = status
  npc.memory.reason = pathfinder.reason(npc)
end

return behaviour {
  name = "walker",
  body = { radius = 0.4, speed = 4, faction = "folk" },
  start = "idle",
  states = {
    idle = { tick = function(npc) keep(npc, tactics.idle(npc)) end, message = ordered },
    go = { tick = function(npc) keep(npc, tactics.go(npc, npc.memory.what.x, npc.memory.what.y)) end, message = ordered },
    follow = { tick = function(npc) keep(npc, tactics.follow(npc, npc.memory.what)) end, message = ordered },
    flee = { tick = function(npc) keep(npc, tactics.flee_from(npc, npc.memory.what, 8)) end, message = ordered },
    wander = { tick = function(npc) keep(npc, tactics.wander(npc, 4)) end, message = ordered },
    search = {
      tick = function(npc)
        if npc.memory.status == "found" or npc.memory.status == "lost" then return end
        local what = npc.memory.what
        keep(npc, tactics.search(npc, what.x, what.y, what.id))
      end,
      message = ordered,
    },
  },
}
]]

local STILL = [[
return behaviour { name = "still", body = { radius = 0.4 }, start = "rest", states = { rest = {} } }
]]

-- A world with a walker at 'w', a creature that does not move at 's' if there is one, and the order to go to 'x'.
---@param drawing string
---@param options WorldPlan?
---@return SpecWorld
---@return SpecCreature
local function scene(drawing, options)
  ---@type WorldPlan
  local description = options or {}
  description[1] = drawing
  description.w = "walker"
  if string.find(drawing, "s", 1, true) then description.s = "still" end
  description.behaviours = { walker = WALKER, still = STILL }
  local w = world(description)
  return w, w:creature("w")
end

---@param w SpecWorld
---@param walker SpecCreature
---@param letter string
local function send_to(w, walker, letter)
  local x, y = w:place(letter)
  walker:send("go", { x = x, y = y })
end

local WALL = [[
  ############
  #w...#....x#
  #....#.....#
  #....#.....#
  #..........#
  ############
]]

local CAGE = [[
  ############
  #w...#######
  #....###x###
  #....#######
  ############
]]

-- A pocket: a creature that steers straight at x ends in it.
local TRAP = [[
  ################
  #..............#
  #....######....#
  #.........#....#
  #w........#...x#
  #.........#....#
  #....######....#
  #..............#
  ################
]]

local ROOM = [[
  ##############
  #............#
  #..w.........#
  #............#
  #.........s..#
  #............#
  ##############
]]

describe("tactics.go", function()
  it("walks round a wall and says when it is there", function()
    local w, walker = scene(WALL)
    send_to(w, walker, "x")
    w:run_until(function() return walker.memory.status == "arrived" end, 300)
    expect(walker:distance("x")).to_be_less_than(1.5)
    expect(w:codes("SEARCH_OK")).to_be_greater_than(0)
    expect(w:codes("LAST_WAYPOINT")).to_be_greater_than(0)
    expect(walker.tactic).to_be("idle")
  end)

  it("gets as near to a place beside a wall as its body lets it", function()
    local w, walker = scene([[
      ########
      #......#
      #...w..#
      #......#
      ########
    ]], { cell = 4 })
    for _, to in ipairs { { x = 4.1, y = 10 }, { x = 4.2, y = 4.1 }, { x = 18, y = 15.9 }, { x = 26, y = 9 } } do
      walker:send("go", to)
      w:run(10)
      w:run_until(function() return walker.memory.status == "arrived" end, 300)
      expect(math.sqrt((walker.x - to.x) ^ 2 + (walker.y - to.y) ^ 2)).to_be_less_than(1.5)
    end
  end)

  it("passes through pathfind and seek on the way", function()
    local w, walker = scene(WALL)
    send_to(w, walker, "x")
    w:run_until(function() return walker.tactic == "pathfind" or walker.tactic == "seek" end, 20)
    w:run_until(function() return walker.tactic == "seek" end, 20)
    expect(walker.memory.status).to_be("moving")
  end)

  it("gets out of a pocket that would catch feelers", function()
    local w, walker = scene(TRAP)
    walker:place(9.5, 4.5)
    send_to(w, walker, "x")
    w:run_until(function() return walker.memory.status == "arrived" end, 400)
  end)

  it("is blocked where there is no path, and reports why", function()
    local w, walker = scene(CAGE)
    send_to(w, walker, "x")
    w:run_until(function() return walker.memory.status == "blocked" end, 200)
    expect(walker.memory.reason, "the reason").to_exist()
    expect(w:codes("MAP_FAILED")).to_be_greater_than(0)
    w:run(40)
    expect(walker.speed, "its speed").to_be_near(0, 0.05)
  end)

  it("goes elsewhere after it was blocked", function()
    local w, walker = scene(CAGE)
    send_to(w, walker, "x")
    w:run_until(function() return walker.memory.status == "blocked" end, 200)
    walker:send("go", { x = 4.5, y = 3.5 })
    w:run_until(function() return walker.memory.status == "arrived" end, 200)
    expect(walker:distance(4.5, 3.5)).to_be_less_than(1.5)
  end)

  it("takes a new goal on the way", function()
    local w, walker = scene(WALL)
    send_to(w, walker, "x")
    w:run(20)
    walker:send("go", { x = 1.5, y = 4.5 })
    w:run_until(function() return walker.memory.status == "arrived" end, 300)
    expect(walker:distance(1.5, 4.5)).to_be_less_than(1.5)
  end)
end)

describe("tactics with pathfinding switched off", function()
  it("steers straight and arrives in the open", function()
    local w, walker = scene(ROOM, { feelers_only = true })
    walker:send("go", { x = 10.5, y = 2.5 })
    w:run_until(function() return walker.memory.status == "arrived" end, 200)
    expect(w:codes("TARGET_FAILED")).to_be_greater_than(0)
    expect(w:codes("MORE_WAYPOINTS") + w:codes("LAST_WAYPOINT"), "waypoints").to_be(0)
  end)

  it("is caught in a pocket, and recovers when it is switched on again", function()
    local w, walker = scene(TRAP, { feelers_only = true })
    walker:place(9.5, 4.5)
    send_to(w, walker, "x")
    local function arrived() return walker.memory.status == "arrived" end
    expect(w:happens(arrived, 200), "arriving by feelers alone").to_be(false)
    w:pathfinding(true)
    w:run_until(arrived, 500)
  end)
end)

describe("tactics.follow", function()
  it("comes close, pursues, and stops beside its target", function()
    local w, walker = scene(ROOM)
    local other = w:creature("s")
    walker:send("follow", other.id)
    w:run_until(function() return walker.tactic == "pursue" end, 200)
    w:run_until(function() return walker.memory.status == "arrived" end, 200)
    expect(walker:distance(other)).to_be_less_than(2)
  end)

  it("keeps after a target that moves", function()
    local w, walker = scene(ROOM)
    local other = w:creature("s")
    walker:send("follow", other.id)
    w:run_until(function() return walker.memory.status == "arrived" end, 200)
    other:place(1.5, 5.5)
    w:run(2)
    w:run_until(function() return walker:distance(other) < 2 end, 300)
  end)

  it("is lost when its target dies, and lives on", function()
    local w, walker = scene(ROOM)
    local other = w:creature("s")
    walker:send("follow", other.id)
    w:run(20)
    other:kill()
    w:run_until(function() return walker.memory.status == "lost" end, 20)
    expect(other.alive).to_be(false)
    expect(walker.tactic).to_be("idle")
    walker:send("go", { x = 2.5, y = 4.5 })
    w:run_until(function() return walker.memory.status == "arrived" end, 200)
  end)

  it("is blocked by water all round the target", function()
    local w, walker = scene([[
      ################
      #w...~~~~~~~~~~#
      #....~~~~~~~s~~#
      #....~~~~~~~~~~#
      ################
    ]])
    walker:send("follow", w:creature("s").id)
    w:run_until(function() return walker.memory.status == "blocked" end, 300)
  end)
end)

describe("tactics.search", function()
  local HIDDEN = [[
    ##############
    #............#
    #..w..####...#
    #.....#..#...#
    #.....#s.#...#
    #.....#..#...#
    #.....####...#
    #............#
    ##############
  ]]

  it("looks in a few spots, and is lost when it finds nothing", function()
    local w, walker = scene(HIDDEN)
    walker:send("search", { id = w:creature("s").id, x = 4.5, y = 3.5 })
    w:run_until(function() return walker.tactic == "search" end, 20)
    w:run_until(function() return walker.memory.status == "lost" end, 600)
    expect(walker.tactic).to_be("idle")
  end)

  it("finds what comes into sight", function()
    local w, walker = scene([[
      ##############
      #.......##...#
      #..w....##.s.#
      #.......##...#
      ##############
    ]])
    walker:send("search", { id = w:creature("s").id, x = 4.5, y = 2.5 })
    w:run(20)
    expect(walker.memory.status).never.to_be("found")
    w:creature("s"):place(4.5, 2.5)
    w:run_until(function() return walker.memory.status == "found" end, 200)
  end)
end)

describe("tactics.flee_from", function()
  it("gets away as far as was asked, then rests", function()
    local w, walker = scene(ROOM)
    local other = w:creature("s")
    walker:place(9.5, 3.5)
    walker:send("flee", other.id)
    w:run_until(function() return walker.memory.status == "arrived" end, 300)
    expect(walker:distance(other)).to_be_greater_than(7.9)
  end)

  it("is lost when the danger is gone", function()
    local w, walker = scene(ROOM)
    walker:send("flee", w:creature("s").id)
    w:creature("s"):kill()
    w:run_until(function() return walker.memory.status == "lost" end, 20)
  end)
end)

describe("tactics.wander", function()
  it("strolls near home, with rests", function()
    local w, walker = scene(ROOM)
    local x, y, farthest, went, rested = walker.x, walker.y, 0.0, false, false
    walker:send("wander")
    w:happens(function()
      farthest = math.max(farthest, walker:distance(x, y))
      went = went or walker.memory.status == "moving"
      rested = rested or walker.memory.status == "arrived"
    end, 600)
    expect(went, "it went").to_be(true)
    expect(rested, "it rested").to_be(true)
    expect(farthest).to_be_greater_than(1)
    expect(farthest).to_be_less_than(5)
  end)
end)

describe("tactics.idle", function()
  it("stops, and forgets its goal", function()
    local w, walker = scene(WALL)
    send_to(w, walker, "x")
    w:run(40)
    walker:send("idle")
    w:run(20)
    local x, y = walker.x, walker.y
    w:run(40)
    expect(walker:distance(x, y)).to_be_less_than(0.1)
    expect(walker.memory.tactics).to_be({ state = "idle" })
  end)
end)
