-- What the paths of creatures look like: each style leads round a wall, and scripts fetch waypoints as ever.

local function walker(more)
  return { walker = [[
local tactics = require "lib.tactics"
return behaviour { name = "walker", start = "go", body = { radius = 0.4, speed = 4, ]] .. more .. [[ },
  states = {
    go = { tick = function(npc)
      local x, y = world.place("goal")
      if x and tactics.go(npc, x, y) == "arrived" then return "there" end
    end },
    there = { tick = tactics.idle },
  } }]] }
end

local function yard(more)
  return world { [[
    ....................
    .........#..........
    ..w......#......g...
    .........#..........
    .........#..........
    ....................
  ]], w = "walker", places = { goal = "g" }, behaviours = walker(more) }
end

describe("the style of a path", function()
  for _, body in ipairs { 'path_style = "grid"', 'path_style = "straight"', 'path_style = "round"',
    'path_style = "round", comfort_m = 1', 'turn_radius = 1' } do
    it("leads round a wall: " .. body, function()
      local w = yard(body)
      local c = w:creature("w")
      w:run_until(function() return c.state == "there" end, 400)
      expect(c:distance("g") < 1.5).to_be(true)
    end)
  end

  it("has a name that is checked", function()
    expect(function() yard('path_style = "wavy"') end).to_fail("there is no path style 'wavy'")
  end)
end)
