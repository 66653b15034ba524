-- The heron: fishes in the reeds, wades to another place now and then, and warns other creatures when it flies up.
local tactics = require "lib.tactics"
local alarm = require "lib.alarm"

local ALERT = 16 -- it flies from a hunter nearer than this, metres
local SAFE  = 40 -- it lands when the hunter is farther away than this, metres
local STAND = 8  -- seconds it fishes in one place, at least

-- A heron that sees a hunter warns the others. One that was only warned does not, or the warnings would never end.
---@param npc Npc
---@return string?
local function watch(npc)
  if not alarm.hunter(npc, ALERT) then return nil end
  alarm.raise(npc)
  return "fly"
end

return behaviour {
  name  = "heron",
  body  = { radius = 0.3, height = 1.0, speed = 9, health = 12, faction = "prey", glyph = "h" },
  start = "fish",

  states = {
    fish = {
      enter = function(npc)
        npc.memory.stand = STAND + npc:random(0, 6)
        tactics.idle(npc)
      end,

      tick = function(npc)
        if npc.state_time > npc.memory.stand then return "wade" end
        return watch(npc)
      end,

      heard = function(npc, what)
        if what == "danger" and alarm.hunter(npc, SAFE) then return "fly" end
      end,

      hurt = function() return "fly" end,
    },

    wade = {
      tick = function(npc)
        local how = tactics.wander(npc, 6, 0.1)
        if how == "arrived" or how == "blocked" or npc.state_time > 20 then return "fish" end
        return watch(npc)
      end,

      hurt = function() return "fly" end,
    },

    fly = {
      enter = function(npc) npc:say("kraak!") end,

      tick = function(npc)
        local hunter = alarm.hunter(npc, SAFE)
        if hunter then
          tactics.flee_from(npc, hunter, SAFE)
        elseif npc.state_time > 5 then
          return "fish"
        end
      end,
    },
  },
}
