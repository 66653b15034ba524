-- npc:after, npc:every, npc:cancel, npc:due and the handler timer.

local function creature(enter, more)
  return { probe = [[
    return behaviour { name = "probe", start = "s", states = { s = {
      enter = function(npc) npc.memory.seen = {} ]] .. enter .. [[ end,
      timer = function(npc, name)
        table.insert(npc.memory.seen, name .. " " .. math.floor(npc.time * 10 + 0.5) / 10)
        ]] .. (more or "") .. [[
      end,
    } } } ]] }
end

local function seen(behaviours, steps)
  local w = world { "p", p = "probe", behaviours = behaviours }
  w:run(steps)
  return table.concat(w:creature("p").memory.seen, ", ")
end

describe("timers", function()
  it("call the handler in the first turn at or after their time", function()
    -- The first creature's turns are in steps 0, 6, 12, …: at 0, 0.3, 0.6, 0.9 seconds.
    expect(seen(creature [[npc:after(0.3, "soon") npc:after(0.7, "later")]], 40)).to_be("soon 0.3, later 0.9")
  end)

  it("come in the order in which they are due, and those of one step as they were set", function()
    expect(seen(creature [[npc:after(0.2, "b") npc:after(0.1, "a") npc:after(0.2, "c")]], 13)).to_be("a 0.3, b 0.3, c 0.3")
  end)

  it("come again without drift, at most once a turn", function()
    expect(seen(creature [[npc:every(0.5, "beat")]], 46)).to_be("beat 0.6, beat 1.2, beat 1.5, beat 2.1")
    expect(seen(creature [[npc:every(0.1, "fast")]], 13)).to_be("fast 0.3, fast 0.6")
  end)

  it("replace those of the same name, and are cancelled", function()
    local again = [[npc:after(0.3, "x") npc:after(0.9, "x") npc.memory.due = npc:due("x")
                    npc:every(0.3, "y") npc.memory.was = npc:cancel("y") npc.memory.no = npc:cancel("y")]]
    expect(seen(creature(again), 40)).to_be("x 0.9")
    local w = world { "p", p = "probe", behaviours = creature(again) }
    w:run(1)
    local memory = w:creature("p").memory
    expect(memory.due).to_be_near(0.9)
    expect(memory.was).to_be(true)
    expect(memory.no).to_be(false)
  end)

  it("may change the state, set others and are never due in the same turn", function()
    expect(seen(creature([[npc:after(0, "a")]], [[if name == "a" then npc:after(0, "b") end]]), 13)).to_be("a 0.3, b 0.6")
  end)

  it("are limited", function()
    local w = world { "p", p = "probe", errors_allowed = true,
      behaviours = creature [[for i = 1, 33 do npc:after(9, "t" .. i) end]] }
    w:run(2)
    expect(w:errors()[1]).to_contain("npc:after: more than 32 timers of one creature")
  end)
end)
