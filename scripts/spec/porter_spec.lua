-- Porters and steeplejacks: errands between two places. Their stairs and ladders are tested on the map tower.

local YARD = [[
  ########
  #1..p.2#
  ########
]]

describe("errands", function()
  for _, behaviour in ipairs({ "porter", "steeplejack" }) do
    it("lead a " .. behaviour .. " to and fro, with a rest at each end", function()
      local w = world {
        YARD,
        p = { behaviour = behaviour, settings = { from = "here", to = "there", rest_s = 1 } },
        places = { here = "1", there = "2" },
      }
      local p = w:creature("p")
      w:run_until(function() return w:distance(p, "2") < 1.5 and p.state == "rest" end, 200)
      w:run_until(function() return p.state == "carry" end, 100)
      w:run_until(function() return w:distance(p, "1") < 1.5 and p.state == "rest" end, 300)
      w:run_until(function() return w:distance(p, "2") < 1.5 and p.state == "rest" end, 300)
      expect(p.memory.back).to_be(true)
    end)

    it("end in a rest where the map has no such place, and where no path leads there: " .. behaviour, function()
      local lost = world { YARD, p = behaviour }
      lost:run_until(function() return lost:creature("p").state == "rest" end, 30)
      local walled = world {
        "p.#2",
        p = { behaviour = behaviour, settings = { to = "there" } },
        places = { there = "2" },
      }
      walled:run_until(function() return walled:creature("p").state == "rest" end, 100)
      walled:run_until(function() return walled:creature("p").state == "carry" end, 200)
    end)
  end
end)
