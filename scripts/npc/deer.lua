-- A deer: grazes, keeps near others of its kind, and runs from wolves.
local tactics = require "lib.tactics"

local WARY = 14       -- metres at which a wolf in sight is too near
local SAFE = 28       -- metres at which it stops running
local HERD = 12       -- farther from the next deer than this it walks over

return behaviour {
  name = "deer",
  body = { radius = 0.5, height = 1.3, speed = 6.5, health = 20, regeneration = 0.2, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local wolf = npc:nearest { behaviour = "wolf", within = WARY, visible = true }
        if wolf then
          npc.memory.danger = wolf
          return "flee"
        end
        local friend = npc:nearest { behaviour = "deer", within = 40 }
        if friend and npc:distance(friend) > HERD then
          tactics.follow(npc, friend, { pace = 0.5, stop = 3 })
        else
          tactics.wander(npc, 10, 0.3)
        end
      end,
      hurt = function(npc, by)
        npc.memory.danger = by
        if by then return "flee" end
      end,
    },

    flee = {
      tick = function(npc)
        local danger = npc.memory.danger
        if not danger then return "rest" end
        local status = tactics.flee_from(npc, danger, SAFE)
        if status == "arrived" or status == "lost" then return "rest" end
      end,
      leave = function(npc) npc.memory.danger = nil end,
    },
  },
}
