-- The peddler: carries wares from one place of the map to another and back, by whatever ground takes the least time.
local tactics = require "lib.tactics"

local REST = 3 -- seconds at each end

return behaviour {
  name     = "peddler",
  body     = { radius = 0.5, height = 1.7, speed = 3.2, health = 30, regeneration = 0.5,
               faction = "folk", glyph = "p", path_style = "round", comfort_m = 0.3 },
  settings = {
    from = { default = "village", doc = "a place or an area of the map" },
    to   = { default = "harbour", doc = "another" },
  },
  start    = "walk",

  states = {
    walk = {
      mood = "duty",
      tick = function(npc)
        local name = npc.settings.to
        if npc.memory.back then name = npc.settings.from end
        local x, y = world.place(name)
        if not x then return "rest" end
        local how = tactics.go(npc, x, y)
        if how == "arrived" then
          npc.memory.back = not npc.memory.back
          return "rest"
        elseif how == "blocked" then
          return "rest"
        end
      end,
    },

    rest = {
      mood = "calm",
      enter = function(npc) tactics.idle(npc, REST) end,
      tick = function(npc)
        if npc.state_time > REST then return "walk" end
      end,
    },
  },
}
