-- npc:sleep: ticks that are left out until there is a reason.

-- A behaviour that notes when its tick runs, and how many it slept through; what it asks for is written into its tick.
local function sleeper(asks, more)
  return [[
    return behaviour { name = "sleeper", body = { radius = 0.4, speed = 2, faction = "folk" }, start = "s", states = {
      s = {
        tick = function(npc)
          npc.memory.ticks = (npc.memory.ticks or "") .. math.floor(npc.time * 10 + 0.5) / 10 .. "/" .. npc.slept .. " "
          ]] .. asks .. [[
        end,
        ]] .. (more or "") .. [[
      },
      other = {
        enter = function(npc) npc.memory.entered = npc.time end,
        tick = function(npc) npc.memory.other = (npc.memory.other or 0) + 1 end,
      },
    } } ]]
end

local STRANGER = [[
  return behaviour { name = "stranger", body = { radius = 0.4, speed = 2, faction = "wild" }, start = "quiet", states = {
    quiet = { message = function(npc, from, what) npc:shout(what, 20) end },
  } } ]]

local FIELD = [[
  ##############################
  #s.........................x.#
  ##############################
]]

---@return SpecWorld, SpecCreature, SpecCreature
local function scene(asks, more)
  local w = world { FIELD, s = "sleeper", x = "stranger", behaviours = { sleeper = sleeper(asks, more), stranger = STRANGER } }
  return w, w:creature("s"), w:creature("x")
end

describe("npc:sleep", function()
  it("leaves out ticks until its time is over, and says how many", function()
    local w, s = scene "npc:sleep(1)"
    w:run(8)
    expect(s.asleep).to_be(true)
    w:run(60)
    -- A creature's ticks are 0.3 s apart: the first one after a second is at 1.2 s.
    expect(s.memory.ticks).to_be("0/0 1.2/3 2.4/3 ")
  end)

  it("of no time leaves out nothing", function()
    local w, s = scene "npc:sleep(0)"
    w:run(13)
    expect(s.memory.ticks).to_be("0/0 0.3/0 0.6/0 ")
    expect(s.asleep).to_be(false)
  end)

  it("holds from the beginning of a state that asks for it when it is entered", function()
    local w = world { FIELD, s = "sleeper", x = "stranger", behaviours = { stranger = STRANGER, sleeper = [[
      return behaviour { name = "sleeper", body = { radius = 0.4, faction = "folk" }, start = "up", states = {
        up = { tick = function(npc) if npc.state_time > 0.5 then return "rest" end end },
        rest = {
          enter = function(npc) npc:sleep(2) end,
          tick = function(npc) npc.memory.after = npc.state_time return "up" end,
        },
      } } ]] } }
    local s = w:creature("s")
    w:run(80)
    expect(s.memory.after >= 2, "it slept").to_be(true)
  end)

  it("is not ended again and again by a place where it is already", function()
    local w, s = scene "npc:steer(5.5, 1.5) npc:sleep(3)"
    w:run(200)
    -- It comes there, and is called then; after that it sleeps.
    local _, count = s.memory.ticks:gsub("/", "")
    expect(count <= 6, "it was called " .. count .. " times").to_be(true)
  end)

  it("ends with a message that the state handles", function()
    local w, s = scene("npc:sleep(60)", "message = function(npc) npc.memory.heeded = npc.time end,")
    w:run(20)
    s:send("wake")
    w:run(7)
    expect(s.memory.heeded).to_be_near(1.2)
    expect(s.memory.ticks).to_be("0/0 1.2/3 ")
  end)

  it("goes on when its state does not handle what happens", function()
    local w, s, x = scene "npc:sleep(60)"
    s:send("wake")
    x:send("noise")
    w:run(40)
    expect(s.memory.ticks).to_be("0/0 ")
    expect(s.asleep).to_be(true)
  end)

  it("ends with a noise that the state handles, and with a blow", function()
    local w, s, x = scene("npc:sleep(60)", "heard = function(npc, what) npc.memory.what = what end,")
    x:place(15.5, 1.5)
    x:send("noise")
    w:run(20)
    expect(s.memory.what).to_be("noise")
    local v, t = scene "npc:sleep(60)"
    v:run(8)
    t:hurt(1)
    v:run(2)
    expect(t.memory.ticks).to_contain("0.4/1")
  end)

  it("ends when a creature comes near that fits a filter", function()
    local w, s, x = scene [[npc:sleep(60, { faction = "prey", within = 8 }, { faction = "wild", within = 8, visible = true })]]
    w:run(30)
    expect(s.asleep).to_be(true)
    x:place(6.5, 1.5)
    w:run(7)
    expect(s.memory.ticks).to_be("0/0 1.5/4 1.8/0 ")
    expect(s.asleep, "it sleeps, and is woken at each tick").to_be(true)
  end)

  it("goes on when the creature that comes is another one", function()
    local w, s, x = scene [[npc:sleep(60, { faction = "prey", within = 8 })]]
    x:place(6.5, 1.5)
    w:run(40)
    expect(s.memory.ticks).to_be("0/0 ")
  end)

  it("does not keep a creature from walking, and ends before it is there", function()
    local w, s = scene [[
      if npc:distance(20.5, 1.5) < 1 then npc:stop() npc.memory.there = npc.time else npc:steer(20.5, 1.5) end
      npc:sleep(60)
    ]]
    w:run_until(function() return s.memory.there ~= nil end, 400)
    w:run(20)
    expect(s:distance(20.5, 1.5)).to_be_less_than(1.2)
    expect(#s.memory.ticks).to_be_less_than(60)
  end)

  it("ends with a timer", function()
    local w, s = scene([[npc:sleep(60)]], [[
      enter = function(npc) npc:after(0.7, "again") end,
      timer = function(npc, name) npc.memory.timer = npc.time end,
    ]])
    w:run(30)
    expect(s.memory.timer).to_be_near(0.9)
  end)

  it("is over in another state", function()
    local w, s = scene [[npc:sleep(60) return "other"]]
    w:run(40)
    expect(s.state).to_be("other")
    expect(s.asleep).to_be(false)
    expect(s.memory.other).to_be_greater_than(2)
  end)

  it("is not begun by a call that fails", function()
    local w = world { FIELD, s = "sleeper", x = "stranger", errors_allowed = true,
      behaviours = { sleeper = sleeper [[npc:sleep(60) error("no")]], stranger = STRANGER } }
    w:run(8)
    expect(w:creature("s").asleep).to_be(false)
  end)

  it("needs a time and filters", function()
    local function fails(call)
      local w = world { FIELD, s = "sleeper", x = "stranger", errors_allowed = true,
        behaviours = { sleeper = sleeper(call), stranger = STRANGER } }
      w:run(2)
      return w:errors()[1]
    end
    expect(fails [[npc:sleep("long")]]).to_contain("npc:sleep")
    expect(fails [[npc:sleep(1, 5)]]).to_contain("npc:sleep")
    expect(fails [[npc:sleep(1, { faction = "wild" })]]).to_contain("within")
  end)
end)

describe("tactics.idle with a time", function()
  it("stops and sleeps", function()
    local w, s = scene [[require("lib.tactics").idle(npc, 2)]]
    w:run(60)
    expect(s.memory.ticks).to_be("0/0 2.1/6 ")
  end)
end)
