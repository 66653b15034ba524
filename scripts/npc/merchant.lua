-- The merchant: stays at its stall, greets visitors, and runs to a guard when wolves come.
local tactics = require "lib.tactics"

local GREET  = 6    -- it greets a customer nearer than this, metres
local PATIENCE = 20 -- seconds until the same customer is greeted again
local DOZE   = 0.9  -- seconds between two looks at what comes
---@type Filter
local WOLF   = { faction = "predator", within = 10, visible = true }
---@type string[]
local WORDS  = { "Good day!", "Fresh venison, hardly bitten!", "Come closer.", "Two for one, only today!" }

return behaviour {
  name  = "merchant",
  body  = { radius = 0.5, height = 1.7, speed = 4.2, health = 30, regeneration = 0.5,
            faction = "folk", glyph = "M", path_style = "round", comfort_m = 0.3 },
  start = "rest",

  states = {
    rest = {
      enter = function(npc) tactics.idle(npc) end,

      tick = function(npc)
        local wolf = npc:nearest { faction = "predator", within = 10, visible = true }
        if wolf then
          npc:say("Help! Wolves!")
          npc:shout("help", 30)
          return "flee"
        end
        local customer = npc:nearest { faction = "player", within = GREET, visible = true }
                      or npc:nearest { faction = "guard", within = GREET, visible = true }
        if customer and npc.time >= (npc.memory.greet_at or 0) then
          npc.memory.customer = customer
          return "greet"
        end
        if npc:distance(npc.home_x, npc.home_y) > 2 then return "home" end
        tactics.idle(npc, DOZE, WOLF)
      end,
      hurt = function() return "flee" end,
    },

    greet = {
      enter = function(npc)
        local customer = npc:look(npc.memory.customer)
        if customer then npc:face(customer.x, customer.y) end
        npc:say(WORDS[npc:random(#WORDS)])
        npc.memory.greet_at = npc.time + PATIENCE
      end,
      tick = function(npc)
        if npc.state_time > 2 then return "rest" end
      end,
      hurt = function() return "flee" end,
    },

    flee = {
      tick = function(npc)
        local wolf = npc:nearest { faction = "predator", within = 20, visible = true }
        if wolf then
          local guard = npc:nearest { faction = "guard", within = 40, visible = true }
          local how = guard and tactics.follow(npc, guard, { stop = 2 }) or tactics.flee_from(npc, wolf, 25)
          if how ~= "blocked" then return end
        end
        return "home"
      end,
    },

    home = {
      tick = function(npc)
        local how = tactics.go(npc, npc.home_x, npc.home_y, 0.6)
        if how == "arrived" or how == "blocked" then return "rest" end
      end,
      hurt = function() return "flee" end,
    },
  },
}
