-- Layers of influence: what creatures leave, what scripts add and read, and paths that lead round it.

-- A wolf that stays where it is, and a deer that walks to a point on the other side of it and sees nothing.
local CALM = {
  wolf = [[return behaviour { name = "wolf", body = { radius = 0.5, faction = "predator" }, start = "s", states = { s = { tick = function() end } } }]],
  deer = [[
    local tactics = require "lib.tactics"
    return behaviour { name = "deer", body = { radius = 0.4, speed = 5, faction = "prey", avoids = { threat = 4 } }, start = "s",
      states = { s = { tick = function(npc)
        if npc.time < 3 then return end
        npc.memory.how = tactics.go(npc, npc.memory.x, npc.memory.y)
      end } } }]],
  bold = [[
    local tactics = require "lib.tactics"
    return behaviour { name = "bold", body = { radius = 0.4, speed = 5, faction = "prey" }, start = "s",
      states = { s = { tick = function(npc)
        if npc.time < 3 then return end
        npc.memory.how = tactics.go(npc, npc.memory.x, npc.memory.y)
      end } } }]],
}

local MEADOW = [[
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  .d............w...............
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
  ..............................
]]

-- How near the creature comes to the wolf until it is at the goal, metres.
local function nearest(behaviour)
  local w = world { MEADOW, cell = 3, d = behaviour, w = "wolf", behaviours = CALM }
  local deer, wolf, least = w:creature("d"), w:creature("w"), math.huge
  deer:begin { memory = { x = 86, y = 31.5 } }
  w:run_until(function()
    least = math.min(least, w:distance(deer, wolf))
    return deer.memory.how == "arrived"
  end, 1200)
  return least
end

describe("avoids", function()
  it("leads a deer round a wolf", function()
    expect(nearest("deer"), "metres from the wolf").to_be_greater_than(9)
  end)

  it("is not there for a creature that does not say so", function()
    expect(nearest("bold"), "metres from the wolf").to_be_less_than(3)
  end)
end)

local function probe(body)
  return { probe = [[return behaviour { name = "probe", start = "s", states = { s = { ]] .. body .. [[ } } }]] }
end

describe("influence", function()
  it("is read from the next step on, fades, and is found", function()
    local w = world { "....\n.p..\n....", cell = 8, p = "probe", behaviours = probe [[
      enter = function(npc)
        influence.add("threat", npc.x, npc.y, 2)
        npc.memory.at_once = influence.at("threat", npc.x, npc.y)
      end,
      tick = function(npc)
        local m, x, y, amount = npc.memory, influence.strongest("threat", 1, 1, 40)
        m.now = influence.at("threat", npc.x, npc.y)
        if m.now > 0 then m.first = m.first or m.now end
        m.x, m.y, m.most = x, y, amount
        m.outside = influence.at("threat", -5, 1)
      end,
    ]] }
    local p = w:creature("p")
    w:run(20)
    expect(p.memory.at_once).to_be(0)
    expect(p.memory.first).to_be_greater_than(1.5)
    w:run(60)
    expect(p.memory.now).to_be_less_than(p.memory.first / 2)
    expect(p.memory.now).to_be_greater_than(0)
    expect(p.memory.most).to_be_near(p.memory.now, 0.001)
    expect(p:distance(p.memory.x, p.memory.y), "metres from where it was added").to_be_less_than(3)
    expect(p.memory.outside).to_be(0)
  end)

  it("is left by the living creatures of a faction where they are", function()
    local w = world { "....\n.p.w\n....", cell = 8, p = "probe", w = "wolf", behaviours = {
      wolf = CALM.wolf,
      probe = probe([[tick = function(npc)
        npc.memory.there = influence.at("threat", 28, 12)
        npc.memory.scent = influence.strongest("scent", 28, 12, 40) or "none"
      end]]).probe,
    } }
    w:run(300)
    expect(w:creature("p").memory.there, "threat at the wolf").to_be_near(1, 0.2)
    expect(w:creature("p").memory.scent).to_be("none")
  end)

  it("can be taken away", function()
    local w = world { ".p..", cell = 8, p = "probe", behaviours = probe [[
      enter = function(npc) influence.add("scent", 12, 4, 2) end,
      tick = function(npc)
        npc.memory.now = influence.at("scent", 12, 4)
        if npc.time > 2 then influence.add("scent", 12, 4, -1000) end
      end,
    ]] }
    w:run(20)
    w:run_until(function() return w:creature("p").memory.now == 0 end, 60)
  end)
end)
