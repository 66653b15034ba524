-- The goat: a herd that stays together, and runs from hunters.

local PASTURE = [[
  ........................................
  ........................................
  ........................................
  ........................................
  .................o...o..................
  ..............o....o....................
  ................o....o..................
  .............o.....o....................
  ........................................
  ........................................
  ........................................
  ........................................
]]

-- The distance of each to the nearest other one, at most.
---@param all table
---@return number
local function straying(all)
  local most = 0
  for _, a in ipairs(all) do
    local near = math.huge
    for _, b in ipairs(all) do
      if a.id ~= b.id then near = math.min(near, a:distance(b)) end
    end
    most = math.max(most, near)
  end
  return most
end

describe("goat", function()
  it("grazes, moves on, and stays with its herd", function()
    local w = world { PASTURE, o = "goat" }
    local goats = w:creatures("o")
    local x, y = goats[1].x, goats[1].y
    w:run(300)
    expect(straying(goats)).to_be_less_than(9)
    expect(goats[1]:distance(x, y)).to_be_greater_than(0.5)
    expect(w:entered("flee")).to_be(0)
  end)

  it("flees from a wolf, warns the others, and grazes again when it is safe", function()
    local w = world { [[
      ...............................................
      ...............................................
      ..w..........o.................................
      ...................##..........................
      ...................#p..........................
      ...................##..........................
      ...............................................
    ]], w = "still_wolf", o = "goat", p = "goat", behaviours = { still_wolf = [[
      return behaviour { name = "still_wolf", body = { radius = 0.5, faction = "predator" }, start = "s", states = { s = {} } }
    ]] } }
    local near, hidden = w:creature("o"), w:creature("p")
    w:run_until(function() return near.state == "flee" end, 20)
    expect(near.memory.hunter).to_be(w:creature("w").id)
    w:run_until(function() return hidden.state == "flee" end, 20)
    w:run_until(function() return near.state == "graze" and hidden.state == "graze" end, 600)
    expect(near:distance("w")).to_be_greater_than(20)
  end)

  it("flees from what hurts it, and grazes on when it does not know what that was", function()
    local w = world { [[
      ....................
      ..o..............g..
      ....................
    ]], o = "goat", g = "guard" }
    local goat = w:creature("o")
    goat:hurt(4)
    w:run_until(function() return w:entered("flee") > 0 and goat.state == "graze" end, 140)
    goat:hurt(4, w:creature("g"))
    w:run_until(function() return goat.state == "flee" end, 20)
    expect(goat.memory.hunter).to_be(w:creature("g").id)
  end)

  it("does not stop in a corner", function()
    local w = world { [[
      ######
      #o...#
      #...w#
      ######
    ]], o = "goat", w = "still_wolf", behaviours = { still_wolf = [[
      return behaviour { name = "still_wolf", body = { radius = 0.4, faction = "predator" }, start = "s", states = { s = {} } }
    ]] } }
    w:run(200)
    expect(w:errors()).to_be({})
    expect(w:creature("o").state).to_be("flee")
  end)
end)
