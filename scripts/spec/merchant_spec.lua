-- The merchant: stays at its stall, greets passers-by, hides from wolves.

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

  it("goes back to its stall when the wolf is gone", function()
    local w = world { STALL, cell = 2, m = "merchant", c = "wolf" }
    local merchant, wolf = w:creature("m"), w:creature("c")
    wolf:place(13, 3)
    w:run_until(function() return merchant.state == "flee" end, 20)
    w:run(10)
    wolf:kill()
    w:run_until(function() return w:entered("home") == 1 end, 20)
    w:run_until(function() return merchant.state == "rest" end, 200)
  end)

  it("hides behind a guard", function()
    local w = world { [[
      ....................
      ..c...m.........g...
      ....................
    ]], cell = 2, m = "merchant", c = "wolf", g = "guard" }
    local merchant = w:creature("m")
    local before = w:distance(merchant, w:creature("g"))
    w:run_until(function() return merchant.state == "flee" end, 20)
    w:run_until(function() return w:distance(merchant, w:creature("g")) < before - 6 end, 100)
  end)

  it("leaves its customer standing when it is struck, also on its way home", function()
    local w = world { STALL, cell = 2, m = "merchant", c = "player" }
    local merchant, player = w:creature("m"), w:creature("c")
    player:place(9, 3)
    w:run_until(function() return merchant.state == "greet" end, 20)
    merchant:hurt(5, player)
    w:run(1)
    expect(w:entered("flee")).to_be(1)
    player:place(37, 3)
    merchant:place(17, 3)
    w:run_until(function() return merchant.state == "home" end, 20)
    merchant:hurt(5, player)
    w:run(1)
    expect(w:entered("flee")).to_be(2)
    w:run_until(function() return merchant.state == "rest" end, 300)
    merchant:hurt(5, player)
    w:run(1)
    expect(w:entered("flee")).to_be(3)
  end)
end)
