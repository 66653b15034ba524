-- lib.utility: the option with the highest score, without wavering.

local utility = require "lib.utility"

describe("utility", function()
  it("takes the highest score, the first of equal ones, and stays with what is being done", function()
    local function options(a, b)
      return { { name = "a", score = function() return a end }, { name = "b", score = function() return b end } }
    end
    local npc = { state = "none" }
    expect(utility.best(npc, options(0.2, 0.5))).to_be("b")
    expect(utility.best(npc, options(0.5, 0.5))).to_be("a")
    expect(utility.best({ state = "b" }, options(0.55, 0.5))).to_be("b")
    expect(utility.best({ state = "b" }, options(0.65, 0.5))).to_be("a")
    expect(utility.best(npc, options(0.9, 0.5), "b", 0.5)).to_be("b")
  end)

  it("maps values to scores", function()
    expect(utility.rising(30, 20, 40)).to_be(0.5)
    expect(utility.rising(10, 20, 40)).to_be(0)
    expect(utility.falling(25, 20, 40)).to_be(0.75)
    expect(utility.all { 0.25, 1 }).to_be(0.5)
    expect(utility.all { 0.9, 0 }).to_be(0)
    expect(utility.all {}).to_be(1)
  end)

  it("drives a creature's states", function()
    local w = world { "s.........", s = "sipper", behaviours = { sipper = [[
      local utility = require "lib.utility"
      local OPTIONS = {
        { name = "drink", score = function(npc) return utility.rising(npc.age, 1, 3) end },
        { name = "rest", score = function() return 0.4 end },
      }
      local function tick(npc) return (utility.best(npc, OPTIONS)) end
      return behaviour { name = "sipper", start = "rest", states = { rest = { tick = tick }, drink = { tick = tick } } }
    ]] } }
    w:run(30)
    expect(w:creature("s").state).to_be("rest")
    w:run_until(function() return w:creature("s").state == "drink" end, 40)
  end)
end)
