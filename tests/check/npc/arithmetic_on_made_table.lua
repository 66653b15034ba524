-- 9:19 error: cannot do arithmetic on home: it is a table
local function spot_of(npc) return { x = npc.home_x, y = npc.home_y } end
return behaviour {
  name = "arithmetic_on_made_table",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk" },
  start = "crawl",
  states = { crawl = { tick = function(npc)
        local home = spot_of(npc)
        local x = home + 3
        npc:steer(x, home.y)
      end } },
}
