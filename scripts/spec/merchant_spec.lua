-- The merchant: keeps to its stall, greets who comes by, hides from wolves.

local STALL = [[
  ....................
  ..m.............c...
  ....................
]]

describe("merchant", function()
  it("greets the player, and not again at once", function()
    local w = world { STALL, m = "merchant", c = "player" }
    expect(w:entered("greet")).to_be(0)
    w:creature("c"):place(5.5, 1.5)
    w:run_until(function() return w:creature("m").state == "greet" end, 20)
    w:run_until(function() return w:creature("m").state == "rest" end, 80)
    w:run(100)
    expect(w:entered("greet"), "greetings").to_be(1)
  end)

  it("greets a guard", function()
    local w = world { STALL, m = "merchant", c = "guard" }
    w:creature("c"):place(6.5, 1.5)
    w:run_until(function() return w:creature("m").state == "greet" end, 20)
  end)

  it("cries for help and flees from a wolf", function()
    local w = world { STALL, m = "merchant", c = "wolf" }
    w:creature("c"):place(9.5, 1.5)
    w:run_until(function() return w:creature("m").state == "flee" end, 20)
    expect(w:said("Help! Wolves!")).to_be(true)
  end)

  it("returns to its stall", function()
    local w = world { STALL, m = "merchant", c = "deer" }
    local merchant = w:creature("m")
    merchant:place(12.5, 1.5)
    w:run_until(function() return merchant.state == "home" end, 20)
    w:run_until(function() return merchant.state == "rest" end, 300)
    expect(w:distance(merchant, "m")).to_be_less_than(2)
  end)
end)
