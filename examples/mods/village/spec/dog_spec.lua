-- The sheep dog: brings sheep that strayed back to the pen, and waits at its post.

local function meadow(more)
  local plan = { [[
    ................................
    ................................
    .....s..........................
    ......s.................P.......
    ................................
    ..........................h.....
    ...............s......P.........
    ........s.......................
    ................................
    ................................
    ................................
  ]], cell = 2, s = "sheep", h = "dog", places = { post = "h" }, areas = { pen = "P" } }
  for name, value in pairs(more or {}) do plan[name] = value end
  return world(plan)
end

local function penned(w)
  local n = 0
  for _, sheep in ipairs(w:creatures("s")) do
    if sheep.state == "penned" then n += 1 end
  end
  return n
end

describe("the sheep dog", function()
  it("brings all sheep to the pen and goes back to its post", function()
    local w = meadow()
    w:run_until(function() return penned(w) == 4 end, 6000)
    local dog = w:creature("h")
    w:run_until(function() return dog.state == "watch" and dog:distance("h") < 2 end, 800)
    w:run(400)
    expect(penned(w)).to_be(4)
  end)

  it("fetches one that is put out of the pen again", function()
    local w = meadow()
    w:run_until(function() return penned(w) == 4 end, 6000)
    local lost = w:creatures("s")[1]
    lost:place(20.5, 4.5)
    w:run(2)
    w:run_until(function() return penned(w) == 4 end, 2000)
  end)

  it("waits at its post while it sees no sheep", function()
    local w = meadow { h = { behaviour = "dog", settings = { sight = 5 } } }
    w:run(200)
    expect(w:creature("h").state).to_be("watch")
  end)
end)
