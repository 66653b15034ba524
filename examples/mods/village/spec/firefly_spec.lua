-- The swarm: it gathers round a leader, and has another one when that dies.

local function swarm()
  return world { [[
    f...........f.......
    ....................
    ......f.............
    .................f..
    ....f...............
    ...........f........
  ]], f = "firefly", cell = 2 }
end

local function leaders(w)
  local found = {}
  for _, c in ipairs(w:creatures()) do
    if c.state == "lead" then table.insert(found, c) end
  end
  return found
end

-- How far the farthest firefly is from the leader.
local function spread(w)
  local first, farthest = leaders(w)[1], 0
  if not first then return math.huge end
  for _, c in ipairs(w:creatures()) do farthest = math.max(farthest, first:distance(c)) end
  return farthest
end

describe("a swarm", function()
  it("has one leader, and gathers round it", function()
    local w = swarm()
    w:run_until(function() return spread(w) < 8 end, 800)
    expect(#leaders(w)).to_be(1)
    expect(w:board("swarm", "leader")).to_be(leaders(w)[1].id)
    w:run(200)
    expect(spread(w)).to_be_less_than(12)
  end)

  it("does not become one heap", function()
    local w = swarm()
    w:run(800)
    for i, a in ipairs(w:creatures()) do
      for j, b in ipairs(w:creatures()) do
        if i < j then expect(a:distance(b)).to_be_greater_than(0.25) end
      end
    end
  end)

  it("has another leader when the first one dies", function()
    local w = swarm()
    w:run_until(function() return spread(w) < 8 end, 800)
    local first = leaders(w)[1]
    first:kill()
    w:run_until(function() return #leaders(w) == 1 and leaders(w)[1].id ~= first.id end, 40)
    w:run_until(function() return spread(w) < 8 end, 400)
    expect(#w:creatures()).to_be(5)
  end)
end)
