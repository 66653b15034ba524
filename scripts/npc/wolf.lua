-- The wolf: rests and roams, attacks prey with its pack, searches for prey that it lost, flees when it is badly hurt.
local tactics = require "lib.tactics"

local SIGHT     = 25   -- how far it notices prey, metres
local GIVE_UP   = 45   -- it gives up on prey farther away than this
local FEAST     = 25   -- seconds without hunger after a meal
local NOSE      = 20   -- how far it smells what prey left, metres
local FAINT     = 0.35 -- below this share of its health it flees
local NEAR      = 8    -- prey farther away than this, metres, it runs after for STRIDE seconds before it looks again
local STRIDE    = 0.6
local DOZE      = 1.5  -- seconds that it roams or recovers on when nothing comes

---@type Filter
local PREY   = { faction = "prey", within = SIGHT, visible = true }
---@type Filter
local GUARD  = { faction = "guard", within = 25, visible = true }
---@type Filter
local PERSON = { faction = "player", within = 25, visible = true }

---@param npc Npc
---@return boolean
local function hungry(npc)
  return npc.time >= (npc.memory.full_until or 0)
end

---@param npc Npc
---@return number?
local function prey_in_sight(npc)
  return npc:nearest(PREY)
end

-- Prey that was not found where it was last seen has left a scent: the wolf searches again where that is strongest, if it is
-- another place. Returns whether it does.
---@param npc Npc
---@return boolean
local function follows_scent(npc)
  local around = npc.memory.around
  local x, y = influence.strongest("scent", npc.x, npc.y, NOSE)
  if not x or not around or around.scent then return false end
  npc.memory.around = { x = x, y = y, scent = true }
  return true
end

---@param npc Npc
---@param prey number
---@return string
local function hunt(npc, prey)
  npc.memory.prey = prey
  return "attack"
end

return behaviour {
  name  = "wolf",
  body  = { radius = 0.5, height = 0.9, speed = 6.2, turn_rate = 7, health = 40, regeneration = 0.5,
            path_style = "round", comfort_m = 0.3,
            faction = "predator", damage = 7, reach = 0.8, cooldown = 0.8, glyph = "w" },
  start = "rest",

  states = {
    rest = {
      enter = function(npc) tactics.idle(npc) end,

      tick = function(npc)
        if hungry(npc) then
          local prey = prey_in_sight(npc)
          if prey then
            npc:shout("prey", 30)
            return hunt(npc, prey)
          end
        end
        tactics.wander(npc, 30, 0.35)
        if hungry(npc) then npc:sleep(DOZE, PREY) else npc:sleep(DOZE) end
      end,

      -- Wolves come when another wolf calls: to the prey when they see it, else to where the call came from.
      heard = function(npc, what, from)
        if what == "prey" and hungry(npc) then
          local caller = npc:look(from)
          if not caller or caller.faction ~= "predator" then return end
          local prey = npc:nearest { faction = "prey", within = 50, visible = true }
          if prey then return hunt(npc, prey) end
          npc.memory.around = { x = caller.x, y = caller.y }
          return "search"
        end
      end,

      hurt = function(npc, by)
        if by then return hunt(npc, by) end
      end,
    },

    attack = {
      tick = function(npc)
        local prey = npc.memory.prey
        if npc.health < FAINT * npc.max_health then return "flee" end
        if not npc:exists(prey) then
          npc.memory.full_until = npc.time + FEAST -- it is dead: this wolf or its pack has eaten
          return "rest"
        end
        if (npc:distance(prey) or 0) > GIVE_UP then return "rest" end
        npc:attack(prey)
        local how = tactics.follow(npc, prey)
        if how == "moving" and (npc:distance(prey) or 0) > NEAR then npc:sleep(STRIDE) end
        local last = how == "lost" and npc:look(prey)
        if last then
          npc.memory.around = { x = last.x, y = last.y }
          return "search"
        elseif how == "blocked" or how == "lost" then
          npc.memory.full_until = npc.time + 5 -- no path to it: look for other prey later
          return "rest"
        end
      end,

      leave = function(npc) npc:hold() end,

      hurt = function(npc, by)
        if by and (npc:distance(by) or math.huge) < 5 then npc.memory.prey = by end
      end,
    },

    search = {
      mood = "attack",
      tick = function(npc)
        if npc.health < FAINT * npc.max_health then return "flee" end
        local prey, around = prey_in_sight(npc), npc.memory.around
        if prey then return hunt(npc, prey) end
        local how = around and tactics.search(npc, around.x, around.y, npc.memory.prey) or "lost"
        if how == "found" then return "attack" end
        if how == "lost" and follows_scent(npc) then return end
        if how == "lost" then
          npc.memory.full_until = npc.time + 5 -- it got away: look for other prey later
          return "rest"
        end
      end,

      hurt = function(npc, by)
        if by then return hunt(npc, by) end
      end,
    },

    flee = {
      tick = function(npc)
        if npc.health > 0.7 * npc.max_health then return "rest" end
        local foe = npc:nearest { faction = "guard", within = 25, visible = true }
                 or npc:nearest { faction = "player", within = 25, visible = true }
        if not foe then
          tactics.idle(npc, DOZE, GUARD, PERSON) -- recover
        elseif tactics.flee_from(npc, foe, 30) == "blocked" then
          npc.memory.prey = foe -- no path away: fight
          npc:attack(foe)
        end
      end,
      leave = function(npc) npc:hold() end,
    },
  },
}
