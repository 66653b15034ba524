-- lib.formations: members of a group keep their places about its leader.

local formations = require "lib.formations"

-- The leader goes where it is sent; the shape may be changed by a message.
local SOLDIER = [[
local tactics = require "lib.tactics"
local formations = require "lib.formations"

return behaviour {
  name = "soldier",
  body = { radius = 0.3, speed = 4, turn_rate = 8, faction = "guard" },
  start = "march",
  states = {
    march = {
      enter = function(npc) group.join("squad", npc) end,
      tick = function(npc)
        local leads, how = formations.keep(npc, "squad", npc.memory.shape or "wedge", { gap = 1.5 })
        npc.memory.leads, npc.memory.how = leads, how
        local board = group.board("squad", "formation")
        npc.memory.slot, npc.memory.heading = board and board.slots[npc.id], board and board.heading
        if leads and npc.memory.to then tactics.go(npc, npc.memory.to.x, npc.memory.to.y, 0.5) end
      end,
      message = function(npc, _, name, data)
        if name == "to" then npc.memory.to = data end
        if name == "shape" then npc.memory.shape = data.shape end
        if name == "leave" then return "alone" end
      end,
    },
    alone = { enter = function(npc) group.leave("squad", npc) npc:stop() end },
  },
}
]]

local FIELD = [[
  ........................................
  ........................................
  ........................................
  ........................................
  ........................................
  ........................................
  ........................................
  ........................................
  ........................................
  ........................................
  ................s.......................
  ........................................
  ............s...........................
  ...........ss...........................
  ............s...........................
  ........................................
  ................s.......................
  ........................................
  ........................................
  ........................................
  ........................................
  ........................................
  ........................................
  ........................................
]]

---@param drawing string
---@return SpecWorld
local function parade(drawing)
  return world { drawing, s = "soldier", behaviours = { soldier = SOLDIER } }
end

---@param w SpecWorld
---@return SpecCreature
local function leader(w)
  return w:members("squad")[1]
end

-- How far a member is from its place, by the positions as they are now.
---@param w SpecWorld
---@param c SpecCreature
---@param shape Formation
---@param of number
---@return number
local function off(w, c, shape, of)
  local first, slot = leader(w), c.memory.slot
  local ahead, right = formations.offset(shape, slot, of, 1.5)
  local cos, sin = math.cos(first.heading), math.sin(first.heading)
  return c:distance(first.x + ahead * cos - right * sin, first.y + ahead * sin + right * cos)
end

---@param w SpecWorld
---@return table
local function slots(w)
  local all = {}
  for _, c in ipairs(w:members("squad")) do all[c.id] = c.memory.slot end
  return all
end

describe("formations.offset", function()
  it("has a place of its own for each member, no two closer than the gap", function()
    for _, shape in ipairs { "line", "column", "wedge", "ring" } do
      for of = 1, 12 do
        local places = { { 0, 0 } }
        for slot = 1, of do
          local x, y = formations.offset(shape, slot, of, 2)
          for _, p in ipairs(places) do expect(math.distance(p[1], p[2], x, y), shape).to_be_greater_than(1.99) end
          places[#places + 1] = { x, y }
        end
      end
    end
  end)

  it("says which shapes there are", function()
    ---@diagnostic disable-next-line: param-type-mismatch
    expect(function() formations.offset("star", 1, 1, 2) end).to_fail("line, column, wedge and ring")
  end)
end)

describe("formations.keep", function()
  it("brings all members to places of their own, and the first one leads", function()
    local w = parade(FIELD)
    w:run_until(function()
      for i, c in ipairs(w:members("squad")) do
        if i > 1 and (c.memory.how ~= "arrived" or off(w, c, "wedge", 5) > 0.6) then return false end
      end
      return #w:members("squad") == 6
    end, 400)
    expect(leader(w).memory.leads).to_be(true)
    local seen = {}
    for id, slot in pairs(slots(w)) do
      expect(seen[slot], "the place of " .. id).never.to_exist()
      seen[slot] = true
    end
  end)

  it("follows the leader, and turns with it", function()
    local w = parade(FIELD)
    w:run(120)
    leader(w):send("to", { x = 34, y = 10.5 })
    w:run_until(function() return leader(w).x > 26 end, 400)
    for i, c in ipairs(w:members("squad")) do
      if i > 1 then expect(off(w, c, "wedge", 5), c.name).to_be_less_than(1.3) end
    end
    leader(w):send("to", { x = 28, y = 16 })
    w:run_until(function() return leader(w).speed < 0.05 and leader(w).y > 15 end, 400)
    w:run(60)
    for i, c in ipairs(w:members("squad")) do
      if i > 1 then
        expect(c.memory.how, c.name).to_be("arrived")
        expect(c:distance(leader(w)), c.name).to_be_less_than(7)
      end
    end
  end)

  it("leaves no place free when members die and leave, and changes no other place", function()
    local w = parade(FIELD)
    w:run(100)
    local before, has = slots(w), {}
    for _, c in ipairs(w:members("squad")) do
      if before[c.id] then has[before[c.id]] = c end
    end
    -- One place in the middle and the first one are free; those that have the last two take them.
    has[1]:kill()
    has[3]:send("leave")
    w:run(20)
    local after, taken = slots(w), {}
    for _, slot in pairs(after) do taken[slot] = true end
    expect({ #w:members("squad"), taken[1], taken[2], taken[3] }).to_be { 4, true, true, true }
    expect(after[has[2].id]).to_be(2)
    for _, slot in ipairs { 4, 5 } do expect(after[has[slot].id]).to_be_less_than(4) end
    expect(has[3].state).to_be("alone")
    -- Nothing else ever changes.
    w:run(100)
    expect(slots(w)).to_be(after)
  end)

  it("leaves no place free when members and leaders die one after the other", function()
    local w = parade(FIELD)
    w:run(100)
    for left = 5, 1, -1 do
      local members = w:members("squad")
      members[1 + left % 3 % #members]:kill()
      w:run(20)
      local taken, before = {}, slots(w)
      for _, slot in pairs(before) do
        expect(taken[slot], "place " .. slot).never.to_exist()
        taken[slot] = true
      end
      -- The leader has no place.
      for slot = 1, left - 1 do expect(taken[slot], "place " .. slot .. " of " .. left - 1).to_be(true) end
      expect(taken[left]).never.to_exist()
    end
  end)

  it("gives the next place to one that joins", function()
    local w = world {
      [[
      ......................
      ......................
      ......................
      ......................
      ......................
      .........s............
      ........s.s...........
      .........s........r...
      ......................
      ......................
      ......................
      ......................
      ......................
      ]], s = "soldier", r = "recruit",
      behaviours = { soldier = SOLDIER, recruit = [[
        local formations = require "lib.formations"
        return behaviour { name = "recruit", body = { radius = 0.3, speed = 4, faction = "guard" }, start = "wait", states = {
          wait = { message = function(npc, _, name) if name == "join" then return "march" end end },
          march = { enter = function(npc) group.join("squad", npc) end, tick = function(npc)
            formations.keep(npc, "squad", "wedge", { gap = 1.5 })
            local board = group.board("squad", "formation")
            npc.memory.slot = board and board.slots[npc.id]
          end },
        } }
      ]] } }
    w:run(100)
    w:members("squad")[2]:kill()
    w:run(20)
    local before = slots(w)
    w:creature("r"):send("join")
    w:run(30)
    expect(w:creature("r").memory.slot).to_be(3)
    for id, slot in pairs(before) do expect(slots(w)[id]).to_be(slot) end
  end)

  it("has another leader when the first one dies, and only the last place changes", function()
    local w = parade(FIELD)
    w:run(100)
    local before, first, second = slots(w), leader(w), w:members("squad")[2]
    first:kill()
    w:run(20)
    expect(leader(w).id).to_be(second.id)
    expect(second.memory.leads).to_be(true)
    local after = slots(w)
    expect(after[second.id]).never.to_exist()
    for id, slot in pairs(after) do
      expect(slot).to_be(before[id] == 5 and before[second.id] or before[id])
    end
  end)

  it("lines up in a ring and in a line", function()
    for _, shape in ipairs { "ring", "line", "column" } do
      local w = parade(FIELD)
      for _, c in ipairs(w:creatures("s")) do c:send("shape", { shape = shape }) end
      w:run(160)
      for i, c in ipairs(w:members("squad")) do
        if i > 1 then expect(off(w, c, shape, 5), shape).to_be_less_than(0.7) end
      end
    end
  end)

  it("takes the shortest walk of all together at first", function()
    local w = parade(FIELD)
    w:run(30)
    local first, others = leader(w), {}
    for i, c in ipairs(w:members("squad")) do
      if i > 1 then others[#others + 1] = c end
    end
    local cos, sin = math.cos(first.memory.heading), math.sin(first.memory.heading)
    local function walk(c, slot)
      local ahead, right = formations.offset("wedge", slot, 5, 1.5)
      return c:distance(first.x + ahead * cos - right * sin, first.y + ahead * sin + right * cos)
    end
    local given, least, used = 0, math.huge, {}
    for _, c in ipairs(others) do given = given + walk(c, c.memory.slot) end
    -- All 120 orders.
    local function try(n, sum)
      if n > #others then least = math.min(least, sum) return end
      for slot = 1, 5 do
        if not used[slot] then
          used[slot] = true
          try(n + 1, sum + walk(others[n], slot))
          used[slot] = false
        end
      end
    end
    try(1, 0)
    expect(given, "metres that all walk, at least " .. least).to_be_less_than(least + 0.2)
  end)

  it("passes a gap in a wall and forms again", function()
    local w = parade [[
      ........................
      ........................
      ............#...........
      ............#...........
      ....s.......#...........
      ....s.......#...........
      ...s....................
      ....s.......#...........
      ....s.......#...........
      ............#...........
      ............#...........
      ........................
      ........................
    ]]
    w:run(60)
    leader(w):send("to", { x = 20, y = 6.5 })
    w:run_until(function()
      for i, c in ipairs(w:members("squad")) do
        if c.x < 13.5 or i > 1 and off(w, c, "wedge", 4) > 1 then return false end
      end
      return true
    end, 900)
  end)
end)
