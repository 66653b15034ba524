-- Does errands: a new place near home every so often, whether or not it came to the last one. Places follow from the seed
-- alone, so two planners are asked for the very same ones; giving up early or late gains nothing by it.
local tactics = require "lib.tactics"

local REACH = 40 -- metres from home
local TIME  = 30 -- seconds for each errand

return behaviour {
  name  = "walker",
  body  = { radius = 0.4, height = 1.4, speed = 6, turn_rate = 8, health = 24, faction = "walker", glyph = "k" },
  start = "walk",

  states = {
    walk = {
      tick = function(npc)
        local m = npc.memory
        if not m.x or npc.time >= m.till then
          m.till = (m.till or npc.time) + TIME
          m.x, m.y = npc:spot(REACH, npc.home_x, npc.home_y)
        end
        if m.x and tactics.go(npc, m.x, m.y) == "arrived" then return "there" end
      end,
    },
    there = { -- how often this is entered is what counts
      tick = function(npc)
        if npc.time >= npc.memory.till then return "walk" end
      end,
    },
  },
}
