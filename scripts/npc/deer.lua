-- The deer: grazes near its herd, flees from predators and warns other deer.
local tactics = require "lib.tactics"

local ALERT = 14   -- it flees from a hunter nearer than this, metres
local SAFE  = 30   -- it stops when the hunter is farther away than this
local DOZE  = 1.8  -- seconds that it goes on as it is when no hunter comes
local RUN   = 0.9  -- seconds that it runs on before it looks round, or until it is there

-- What it flees from, within so many metres: hunters, and persons that are nearer than half of that.
---@param within number
---@return Filter, Filter
local function dangers(within)
  return { faction = "predator", within = within, visible = true },
         { faction = "player", within = within * 0.5, visible = true }
end

-- Filters are made once: one that is written where it is used is a new table at every tick.
local HUNTER, PERSON             = dangers(ALERT)
local HEARD_HUNTER, HEARD_PERSON = dangers(ALERT * 2)
local FAR_HUNTER, FAR_PERSON     = dangers(SAFE)
---@type Filter
local MATE = { behaviour = "deer", within = 60 }

return behaviour {
  name  = "deer",
  body  = { radius = 0.4, height = 1.4, speed = 6.6, turn_rate = 8, health = 24, regeneration = 0.4,
            path_style = "round", comfort_m = 0.3,
            faction = "prey", glyph = "d", avoids = { threat = 4 } },
  start = "rest",

  states = {
    rest = {
      enter = function(npc) tactics.idle(npc) end,

      tick = function(npc)
        local hunter = npc:nearest(HUNTER) or npc:nearest(PERSON)
        if hunter then
          npc:shout("danger", 12)
          npc.memory.hunter = hunter
          return "flee"
        end
        -- A deer far from the herd walks up to the nearest deer, so that it does not turn to and fro at one distance; the others
        -- graze where they are.
        local mate = npc:nearest(MATE)
        local gap = mate and npc:distance(mate) or 0
        if gap > 10 then npc.memory.strays = true elseif gap < 6 then npc.memory.strays = nil end
        if mate and npc.memory.strays then
          tactics.follow(npc, mate, { stop = 5, pace = 0.4 })
        else
          tactics.wander(npc, 8, 0.2)
        end
        npc:sleep(DOZE, HUNTER, PERSON)
      end,

      heard = function(npc, what, from)
        if what == "danger" then
          npc.memory.hunter = npc:nearest(HEARD_HUNTER) or npc:nearest(HEARD_PERSON) or from
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
        local hunter = npc:nearest(FAR_HUNTER) or npc:nearest(FAR_PERSON) or npc.memory.hunter
        if not hunter or (npc:distance(hunter) or math.huge) > SAFE then return "rest" end
        local how = tactics.flee_from(npc, hunter, SAFE)
        if how == "moving" then
          npc:sleep(RUN)
        elseif how == "blocked" then
          local x, y = npc:where(hunter)
          if x then npc:steer(2 * npc.x - x, 2 * npc.y - y) end -- no path: steer straight away
        end
      end,
      leave = function(npc) npc.memory.hunter = nil end,
    },
  },
}
