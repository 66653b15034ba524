-- What creatures know of each other: lines of sight, last seen places, searches.

local HARE = [[
return behaviour { name = "hare", body = { radius = 0.3, faction = "prey" }, start = "rest", states = { rest = {} } }
]]

-- A watcher that writes down what it knows of creature 1.
local WATCHER = [[
return behaviour {
  name = "watcher", body = { view_deg = 120 }, start = "rest",
  states = { rest = { tick = function(npc)
    local m, c = npc.memory, npc:look(1)
    m.sees, m.distance = npc:sees(1), npc:distance(1)
    m.known = c and { x = c.x, y = c.y, visible = c.visible, heard = c.heard, age = c.age, seen_at = c.seen_at }
    m.seers = npc:seen_by { within = 30 }
    m.noise, m.noise_age = npc:listen { within = 30 }
  end } },
}
]]

-- The house has a closed yard at 'x', and nothing is seen of it from outside.
local HOUSE = [[
  ........................................
  ........................................
  ....................############........
  ....................#..........#........
  ..w.........h.......#....x.....#........
  ....................#..........#........
  ....................############........
  ........................................
  ........................................
]]

-- A wall that hides 'x' from 'h', but not from places near 'h'.
local WALL = [[
  ..............................
  ..............................
  ..............................
  ................###...........
  ..w...........h.###...........
  ................###.x.........
  ..............................
  ..............................
  ..............................
]]

-- A wolf that has a hare in sight and runs after it.
---@param drawing string
---@return SpecWorld
---@return SpecCreature
---@return SpecCreature
local function chase(drawing)
  local w = world { drawing, w = "wolf", h = "hare", behaviours = { hare = HARE } }
  local wolf = w:creature("w")
  w:run_until(function() return wolf.state == "attack" end, 40)
  return w, wolf, w:creature("h")
end

---@param c SpecCreature
---@return string
local function record(c) return table.concat(c:why(), "\n") end

describe("a wolf whose prey gets out of sight round a house", function()
  it("runs to where it last saw it, searches, and gives up", function()
    local w, wolf, hare = chase(HOUSE)
    w:run(9)
    hare:place("x")
    w:run_until(function() return wolf.state == "search" end, 100)
    expect(w:distance(wolf, "h"), "metres to where it last saw the hare").to_be_less_than(3)
    w:run(6)
    expect(wolf.tactic).to_be("search")
    w:run_until(function() return wolf.state == "rest" end, 1000) -- a scent may lead it on
    expect(w:entered("attack")).to_be(1)
    for _, words in ipairs { "saw hare 1", "lost sight of hare 1", "went to where it last saw hare 1", "MAP_FAILED: lost sight",
                             "searched for hare 1", "gave up the search for hare 1" } do
      expect(record(wolf)).to_contain(words)
    end
  end)

  it("is recorded with what it searches for, not with what it followed last", function()
    local w = world { [[
      ..............................
      ..w.......h...........b.......
      ..............................
    ]], w = "hunter", h = "hare", b = "hare", behaviours = { hare = HARE, hunter = [[
      local tactics = require "lib.tactics"
      return behaviour { name = "hunter", body = { faction = "predator" }, start = "hunt", states = {
        hunt = { tick = function(npc)
          tactics.follow(npc, 1)
          if npc.state_time > 1 then return "search" end
        end },
        search = { tick = function(npc)
          tactics.search(npc, 5, 1.5, 2)
        end },
      } }
    ]] } }
    w:run(40)
    local hunter = w:creature("w")
    expect(record(hunter)).to_contain("searched for hare 2")
    expect(record(hunter)).never.to_contain("searched for hare 1")
  end)

  it("does not find it without a search, and finds it with one", function()
    local w, wolf, hare = chase(WALL)
    hare:place("x")
    w:run_until(function() return wolf.state == "search" end, 100)
    expect(w:distance(wolf, "h"), "metres to where it last saw the hare").to_be_less_than(3)
    w:run_until(function() return wolf.state == "attack" end, 400)
    expect(record(wolf)).to_contain("found hare 1 again")
    w:run_until(function() return hare.health < hare.max_health end, 200)
  end)


  it("flees from the search when it is badly hurt", function()
    local w, wolf, hare = chase(HOUSE)
    hare:place("x")
    w:run_until(function() return wolf.state == "search" end, 100)
    wolf:hurt(30)
    w:run_until(function() return wolf.state == "flee" end, 20)
  end)

  it("hears its pack through a wall, and comes without knowing where the prey is", function()
    local w = world { [[
      ..........#.........
      ..w.......#.....x.h.
      ..........#.........
      ....................
    ]], w = "wolf", x = "wolf", h = "hare", behaviours = { hare = HARE } }
    local wolf = w:creature("w")
    w:run_until(function() return wolf.state == "search" end, 20)
    expect(wolf.memory.prey).never.to_exist()
    w:run_until(function() return wolf.state == "attack" end, 200)
  end)
end)

describe("tactics.follow", function()
  local FOLLOWER = [[
local tactics = require "lib.tactics"
return behaviour {
  name = "follower", body = { speed = 5 }, start = "rest",
  states = { rest = { tick = function(npc) npc.memory.status = tactics.follow(npc, 1) end } },
}
]]

  it("does not find what was put out of sight, however often it is called", function()
    local w = world { WALL, w = "follower", h = "hare", behaviours = { follower = FOLLOWER, hare = HARE } }
    local follower = w:creature("w")
    w:run_until(function() return follower.memory.status == "moving" end, 20)
    w:creature("h"):place("x")
    w:run_until(function() return follower.memory.status == "lost" end, 200)
    w:run(200)
    expect(follower.memory.status).to_be("lost")
    expect(w:distance(follower, "h"), "metres to where it last saw the hare").to_be_less_than(3)
  end)
end)

describe("a guard that loses an intruder", function()
  local FOX = [[
return behaviour { name = "fox", body = { faction = "predator" }, start = "rest", states = { rest = {} } }
]]

  -- A guard that searches for a fox, which is where it is not seen.
  ---@param drawing string
  ---@return SpecWorld
  ---@return SpecCreature
  ---@return SpecCreature
  local function searching(drawing)
    local w = world { drawing, w = "guard", h = "fox", behaviours = { fox = FOX } }
    local guard, fox = w:creature("w"), w:creature("h")
    w:run_until(function() return guard.state == "attack" end, 40)
    fox:place("x")
    w:run_until(function() return guard.state == "search" end, 120)
    return w, guard, fox
  end

  it("searches, and goes home", function()
    local w, guard = searching(HOUSE)
    w:run_until(function() return guard.state == "home" end, 600)
  end)

  it("attacks it again when it finds it", function()
    local w, guard, fox = searching(WALL)
    fox:place(guard.x - 3, guard.y)
    w:run_until(function() return guard.state == "attack" end, 400)
    expect(guard.memory.foe).to_be(fox.id)
  end)

  it("attacks what strikes it meanwhile", function()
    local w, guard, fox = searching(HOUSE)
    guard:hurt(5, fox)
    w:run_until(function() return guard.state == "attack" end, 20)
  end)
end)

describe("npc:look", function()
  local FIELD = [[
    ....................
    ..w.......h.........
    ....................
    ...............#####
    ...............#.x.#
    ...............#####
  ]]

  -- A watcher that looks along x, and a hare in front of it.
  ---@return SpecWorld
  ---@return SpecCreature
  ---@return SpecCreature
  local function watched()
    local w = world { FIELD, w = "watcher", h = "hare", behaviours = { watcher = WATCHER, hare = HARE } }
    local watcher = w:creature("w")
    watcher:begin { heading = 0 }
    return w, watcher, w:creature("h")
  end

  it("returns what was last seen, and how long ago", function()
    local w, watcher, hare = watched()
    w:run(12)
    expect(watcher.memory.sees).to_be(true)
    expect(watcher.memory.known.age).to_be_less_than(0.3)
    hare:place("x")
    w:run(20)
    local known = watcher.memory.known
    expect(watcher.memory.sees).to_be(false)
    expect(known.visible).to_be(false)
    expect(known.x).to_be_near(10.5)
    expect(watcher.memory.distance).to_be_near(8)
    expect(known.age).to_be_greater_than(0.5)
    expect(w.time - known.seen_at).to_be_near(known.age, 0.35)
  end)

  it("returns nil for what was neither seen nor heard", function()
    local w, watcher, hare = watched()
    hare:place(0.5, 4.5) -- at its back
    w:run(12)
    expect(watcher.memory.known).never.to_exist()
    expect(watcher.memory.distance).never.to_exist()
    watcher:begin { heading = math.pi * 0.7 }
    w:run(12)
    expect(watcher.memory.known.visible).to_be(true)
  end)

  it("knows about where a blow came from", function()
    local w, watcher, hare = watched()
    hare:place(0.5, 4.5)
    watcher:hurt(1, hare)
    w:run(12)
    expect(watcher.memory.known.heard).to_be(true)
    expect(watcher.memory.known.visible).to_be(false)
    expect(math.distance(watcher.memory.known.x, watcher.memory.known.y, 0.5, 4.5)).to_be_less_than(2)
  end)
end)

describe("npc:seen_by", function()
  it("lists those that see it, whether it sees them or not", function()
    local w = world { [[
      ...........
      .w...h...x.
      ...........
    ]], w = "watcher", h = "hare", x = "watcher", behaviours = { watcher = WATCHER, hare = HARE } }
    local left, right = w:creature("w"), w:creature("x")
    left:begin { heading = 0 }
    right:begin { heading = 0 }
    w:run(12)
    expect(left.memory.seers).to_be({ w:creature("h").id })
    expect(right.memory.seers).to_be({ w:creature("h").id, left.id })
  end)
end)

describe("npc:listen", function()
  local SHOUTER = [[
return behaviour { name = "shouter", body = { radius = 0.3 }, start = "rest",
  states = { rest = { tick = function(npc) npc:shout("hey", 30) end } } }
]]
  local LISTENER = [[
return behaviour { name = "listener", body = { hearing = 5 }, start = "rest",
  states = { rest = { heard = function(npc, what, from) npc.memory.heard = npc:look(from).heard end } } }
]]

  it("hears nothing beyond the body's hearing, and not through it what it sees", function()
    local w = world { [[
      #############
      #l#.#.......#
      ###x#.......#
      #############
    ]], l = "listener", x = "shouter", behaviours = { listener = LISTENER, shouter = SHOUTER } }
    local listener, shouter = w:creature("l"), w:creature("x")
    w:run(20)
    expect(listener.memory.heard, "through a wall").to_be(true)
    listener:place(10.5, 1.5)
    listener:begin { memory = {} }
    w:run(20)
    expect(listener.memory.heard, "7 m away").never.to_exist()
    shouter:place(8.5, 1.5)
    w:run(20)
    expect(listener.memory.heard, "in sight").to_be(false)
  end)

  it("gives direction and age of the loudest noise", function()
    local w = world { [[
      ....................
      .w....#.....d.......
      ....................
    ]], cell = 2, w = "watcher", d = "player", behaviours = { watcher = WATCHER } }
    local watcher, player = w:creature("w"), w:creature("d")
    w:run(12)
    expect(watcher.memory.noise, "a noise of one that does not move").never.to_exist()
    player:place(9, 3)
    w:walk(1, 0)
    w:run(9)
    expect(watcher.memory.noise).to_be_near(0, 0.01)
    expect(watcher.memory.noise_age).to_be(0)
  end)
end)
