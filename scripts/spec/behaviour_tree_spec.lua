-- lib.behaviour_tree: sequences, selectors, and what is running from tick to tick.

-- A creature whose leaves note that they ran; leaves `a`, `b`, … return what its memory says for that tick.
local function walker(tree)
  return { walker = [[
    local tree = require "lib.behaviour_tree"
    local function leaf(name)
      return function(npc)
        npc.memory.ran = npc.memory.ran .. name
        local plan = npc.memory[name] or { true }
        return plan[math.min(npc.memory.n, #plan)]
      end
    end
    local a, b, c = leaf "a", leaf "b", leaf "c"
    local TREE = ]] .. tree .. [[

    return behaviour { name = "walker", start = "s", states = { s = { tick = function(npc)
      local m = npc.memory
      m.n, m.ran = (m.n or 0) + 1, (m.ran or "") .. "|"
      m.result = (m.result or "") .. tree.run(npc, TREE):sub(1, 1)
    end } } } ]] }
end

-- What ran in each of three ticks, and the results, when leaves return these values tick by tick.
local function run(tree, plans, ticks)
  local w = world { "w", w = "walker", behaviours = walker(tree) }
  local c = w:creature("w")
  c:begin { memory = plans or {} }
  w:run(6 * (ticks or 3) - 5)
  return c.memory.ran .. " " .. c.memory.result
end

describe("a behaviour tree", function()
  it("runs a sequence until a child fails", function()
    expect(run("tree.sequence { a, b, c }", {}, 1)).to_be("|abc s")
    expect(run("tree.sequence { a, b, c }", { b = { false } }, 1)).to_be("|ab f")
  end)

  it("goes on with the child that was running", function()
    expect(run("tree.sequence { a, b, c }", { b = { "running", "moving", "arrived" } })).to_be("|ab|b|bc rrs")
  end)

  it("runs a selector until a child does not fail, from the first one on in every tick", function()
    expect(run("tree.selector { a, b, c }", { a = { false }, b = { "blocked" } }, 1)).to_be("|abc s")
    local interrupted = run("tree.selector { a, tree.sequence { b, c } }", { a = { false, true, false }, c = { "running" } })
    expect(interrupted).to_be("|abc|a|abc rsr")
  end)

  it("inverts, and waits", function()
    expect(run("tree.invert(a)", { a = { false, true, "running" } })).to_be("|a|a|a sfr")
    expect(run("tree.sequence { a, tree.wait(0.6), b }", {}, 4)).to_be("|a||b|a rrsr")
  end)

  it("names a leaf's result that is no status", function()
    local w = world { "w", w = "walker", behaviours = walker("a"), errors_allowed = true }
    w:creature("w"):begin { memory = { a = { "maybe" } } }
    w:run(2)
    expect(w:errors()[1]).to_contain("a leaf returned 'maybe', which is no status")
  end)
end)
