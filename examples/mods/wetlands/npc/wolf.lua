-- The wolf of the wetlands replaces the built-in one: it stalks its prey, and attacks when it is near or was noticed.
local tactics = require "lib.tactics"

local SIGHT   = 30   -- how far it notices prey, metres
local RUSH    = 12   -- it attacks prey nearer than this, metres
local GIVE_UP = 40   -- it gives up on prey farther away than this
local FEAST   = 30   -- seconds without hunger after a meal
local FAINT   = 0.35 -- below this share of its health it flees

---@param npc Npc
---@return boolean
local function hungry(npc)
  return npc.time >= (npc.memory.full_until or 0)
end

return behaviour {
  name  = "wolf",
  body  = { radius = 0.5, height = 0.8, speed = 6, turn_rate = 7, health = 35, regeneration = 0.5,
            faction = "predator", damage = 8, reach = 0.8, cooldown = 0.8, glyph = "w" },
  start = "rest",

  states = {
    rest = {
      enter = function(npc) tactics.idle(npc) end,

      tick = function(npc)
        local prey = hungry(npc) and npc:nearest { faction = "prey", within = SIGHT, visible = true }
        if prey then
          npc.memory.prey = prey
          return "stalk"
        end
        tactics.wander(npc, 25, 0.3)
      end,

      -- Wolves come when another wolf attacks.
      heard = function(npc, what, from)
        local caller = npc:look(from)
        if what ~= "prey" or not hungry(npc) or not caller or caller.faction ~= "predator" then return end
        local prey = npc:nearest { faction = "prey", within = 50, visible = true }
        if prey then
          npc.memory.prey = prey
          return "attack"
        end
      end,

      hurt = function(npc, by)
        if by then
          npc.memory.prey = by
          return "attack"
        end
      end,
    },

    -- Approaches slowly while the prey has not noticed it.
    stalk = {
      tick = function(npc)
        local prey = npc:look(npc.memory.prey)
        if not prey then return "rest" end
        if prey.distance < RUSH or prey.state == "flee" or prey.state == "fly" then return "attack" end
        local how = tactics.follow(npc, prey.id, { pace = 0.35 })
        if how == "blocked" or how == "lost" or npc.state_time > 30 then return "rest" end
      end,

      hurt = function(npc, by)
        if by then npc.memory.prey = by end
        return "attack"
      end,
    },

    attack = {
      enter = function(npc) npc:shout("prey", 30) end,

      tick = function(npc)
        if npc.health < FAINT * npc.max_health then return "flee" end
        local prey = npc:look(npc.memory.prey)
        if not prey then
          npc.memory.full_until = npc.time + FEAST -- it is dead: this wolf or its pack has eaten
          return "rest"
        end
        npc:attack(prey.id)
        local how = tactics.follow(npc, prey.id)
        if prey.distance > GIVE_UP or how == "blocked" or how == "lost" then
          npc.memory.full_until = npc.time + 5 -- tired
          return "rest"
        end
      end,

      leave = function(npc) npc:hold() end,
    },

    flee = {
      tick = function(npc)
        if npc.health > 0.7 * npc.max_health then return "rest" end
        local foe = npc:nearest { faction = "guard", within = 25, visible = true }
                 or npc:nearest { faction = "player", within = 25, visible = true }
        if foe then tactics.flee_from(npc, foe, 30) else tactics.idle(npc) end
      end,
    },
  },
}
