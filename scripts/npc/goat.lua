-- The goat: grazes in a herd, which nothing leads, and runs from predators with the others.
local flock = require "lib.flock"
local tactics = require "lib.tactics"

local ALERT = 12   -- it runs from a hunter nearer than this, metres
local SAFE  = 24   -- it grazes again when the hunter is farther away than this
local PANIC = 4    -- seconds that it runs when it does not know from what
local HERD  = { within = 14, gap = 2, pace = 0.25, home = 25 }
local RUNNING = { within = 14, gap = 2, pace = 1, home = 60 }

---@param npc Npc
---@param within number metres
---@return number?
local function hunter(npc, within)
  return npc:nearest { faction = "predator", within = within, visible = true }
end

return behaviour {
  name  = "goat",
  body  = { radius = 0.35, height = 0.9, speed = 5.5, turn_rate = 8, health = 20, regeneration = 0.4,
            path_style = "round", comfort_m = 0.3,
            faction = "prey", glyph = "o", avoids = { threat = 4 } },
  start = "graze",

  states = {
    graze = {
      tick = function(npc)
        npc.memory.hunter = hunter(npc, ALERT)
        if npc.memory.hunter then
          npc:shout("danger", 12)
          return "flee"
        end
        flock.move(npc, HERD)
      end,

      heard = function(npc, what)
        if what == "danger" then
          npc.memory.hunter = hunter(npc, 2 * ALERT)
          return "flee"
        end
      end,

      hurt = function(npc, by)
        npc.memory.hunter = by
        return "flee"
      end,
    },

    flee = {
      tick = function(npc)
        npc.memory.hunter = hunter(npc, SAFE) or npc.memory.hunter
        local danger = npc.memory.hunter
        if not danger then
          -- It was warned and sees nothing: it runs with the others for a while.
          if npc.state_time > PANIC then return "graze" end
          flock.move(npc, RUNNING)
        elseif (npc:distance(danger) or math.huge) > SAFE then
          return "graze"
        elseif tactics.flee_from(npc, danger, SAFE + 2) == "blocked" then
          flock.move(npc, RUNNING)
        end
      end,
      leave = function(npc) npc.memory.hunter = nil end,
    },
  },
}
