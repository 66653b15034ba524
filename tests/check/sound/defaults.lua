-- What an inline default rules out, entries of a list that are kept, and modules that look at nothing.
local tactics = require "lib.tactics"

local STEPS = { { word = "one", wait = 1 }, { word = "two", wait = 2 } }
local FOE = { faction = "predator", within = 20, visible = true }

local function far(c) return c and c.distance or math.huge end

return behaviour {
  name = "defaults",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "s",
  states = {
    s = {
      tick = function(npc)
        local id = npc:nearest(FOE)
        local c = id and npc:look(id)
        if (c and c.distance or math.huge) < 8 then npc:face(c.x, c.y) end
        if (c and c.state or "") == "rest" then npc:face(c.x, c.y) end
        if far(c) < 4 then npc:steer(2 * npc.x - c.x, 2 * npc.y - c.y) end
        local d = id and npc:distance(id)
        if (d or math.huge) > 12 then return "t" end
        npc:say("so far: " .. d)
        local step = STEPS[npc:random(#STEPS)]
        npc:say(step.word)
        local wait = step.wait
        npc:after(wait, "next")
      end,
      timer = function(npc, name) if name == "next" then return "t" end end,
    },
    t = {
      tick = function(npc)
        tactics.wander(npc, 5)
        if npc.state_time > 3 then return "s" end
      end,
    },
  },
}
