-- The thief: waits among trees, where few see it, robs peddlers that it sees while it sees no guard, and runs back to hide.
local tactics = require "lib.tactics"

local EYE   = 30 -- peddlers that it sees nearer than this are prey, metres
local GUARD = 25 -- it does not dare when a guard that it sees is nearer than this, metres
local GRAB  = 0.8 -- the gap at which it can take something, metres
local NERVE = 20 -- seconds after which it gives up a chase

---@param npc Npc
---@return boolean
local function watched(npc)
  return npc:nearest { faction = "guard", within = GUARD, visible = true } ~= nil
end

return behaviour {
  name     = "thief",
  body     = { radius = 0.5, height = 1.7, speed = 4.4, health = 25,
               faction = "outlaw", glyph = "t", path_style = "round", comfort_m = 0.3 },
  settings = { lair = { default = "wood", doc = "the area of the map in which it hides" } },
  start    = "hide",

  states = {
    hide = {
      mood = "calm",
      tick = function(npc)
        local x, y = world.place(npc.settings.lair)
        if not x then x, y = npc.home_x, npc.home_y end
        if tactics.go(npc, x, y) ~= "arrived" or npc.state_time < 5 then return nil end
        local victim = npc:nearest { behaviour = "peddler", within = EYE, visible = true }
        if victim and not watched(npc) then
          npc.memory.victim = victim
          return "rob"
        end
      end,
    },

    rob = {
      mood = "attack",
      tick = function(npc)
        if watched(npc) or npc.state_time > NERVE then return "hide" end
        local how = tactics.follow(npc, npc.memory.victim, { stop = GRAB })
        if how == "arrived" then
          npc.memory.loot = (npc.memory.loot or 0) + 1
          npc:say("Yours is mine.")
          return "hide"
        elseif how == "blocked" or how == "lost" then
          return "hide"
        end
      end,
      hurt = function() return "hide" end,
    },
  },
}
