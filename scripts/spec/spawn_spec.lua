-- npc:spawn and npc:despawn: what scripts ask for happens after the step, within quotas.

local function nest(tick)
  return {
    nest = [[return behaviour { name = "nest", start = "s", states = { s = { tick = function(npc) ]] .. tick .. [[ end } } }]],
    chick = [[return behaviour { name = "chick", body = { radius = 0.2 }, start = "s", states = { s = {
      tick = function(npc) if npc.age > 2 then npc:say("bye") npc:despawn() end end,
      died = function(npc) npc:say("dead") end } } }]],
  }
end

local MEADOW = [[
  ..........
  ....n.....
  ..........
]]

describe("npc:spawn", function()
  it("brings a creature near the point after the step", function()
    local w = world { MEADOW, n = "nest", behaviours = nest [[if npc.tick == 0 then npc:spawn("chick", npc.x, npc.y) end]] }
    w:run(2)
    local all = w:creatures()
    expect(#all).to_be(2)
    expect(all[2].behaviour).to_be("chick")
    expect(all[2]:distance("n")).to_be_less_than(3)
  end)

  it("is within two metres, in this world, and not in walls", function()
    local function chicks(x, y)
      local tick = [[if npc.tick == 0 then for _ = 1, 4 do npc:spawn("chick", ]] .. x .. ", " .. y .. [[) end end]]
      local w = world { MEADOW, n = "nest", behaviours = nest(tick) }
      w:run(1)
      local all = w:creatures()
      table.remove(all, 1)
      return all
    end
    local near = chicks(7.5, 1.5)
    expect(#near).to_be(4)
    for _, chick in ipairs(near) do
      expect(math.sqrt((chick.x - 7.5) ^ 2 + (chick.y - 1.5) ^ 2), "how far away it is").to_be_less_than(2.001)
    end
    expect(#chicks(100000, 1.5)).to_be(0)
    expect(#chicks(-10, 1.5)).to_be(0)
  end)

  it("has quotas for a turn, and needs a behaviour", function()
    for tick, message in pairs {
      [ [[for _ = 1, 5 do npc:spawn("chick", npc.x, npc.y) end]] ] = "npc:spawn: more than 4 creatures in one turn",
      [ [[npc:spawn("chikc", 1, 1)]] ] = "no creature has the behaviour 'chikc'; did you mean 'chick'?",
      [ [[npc:spawn("player", 1, 1)]] ] = "only creatures of a behaviour can be spawned",
    } do
      local w = world { MEADOW, n = "nest", behaviours = nest(tick), errors_allowed = true }
      w:run(1)
      expect(w:errors()[1]).to_contain(message)
    end
  end)
end)

describe("npc:despawn", function()
  it("takes the creature out of the world without a last call", function()
    local w = world { MEADOW, n = "nest", behaviours = nest [[if npc.tick == 0 then npc:spawn("chick", npc.x, npc.y) end]] }
    w:run(60)
    expect(#w:creatures()).to_be(1)
    expect(w:said("bye")).to_be(true)
    expect(w:said("dead")).to_be(false)
  end)
end)
