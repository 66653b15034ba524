-- A wolf: strolls, hunts what it sees, and runs when it is badly hurt.
local tactics = require "lib.tactics"

local SIGHT = 25      -- metres
local AFRAID = 0.25   -- share of health below which it runs

local function badly_hurt(npc)
  return npc.health < npc.max_health * AFRAID
end

return behaviour {
  name = "wolf",
  body = { radius = 0.5, height = 0.9, speed = 6, health = 40, regeneration = 0.4, faction = "predator", damage = 6, reach = 0.7 },
  start = "rest",
  states = {
    rest = {
      enter = function(npc) npc:hold() end,
      tick = function(npc)
        if badly_hurt(npc) then return "flee" end
        local prey = npc:nearest { behaviour = "deer", within = SIGHT, visible = true }
        if prey then
          npc.memory.prey = prey
          return "attack"
        end
        tactics.wander(npc, 15)
      end,
      hurt = function(npc, by)
        npc.memory.enemy = by
        if by then return "flee" end
      end,
    },

    attack = {
      enter = function(npc) npc:attack(npc.memory.prey) end,
      tick = function(npc)
        if badly_hurt(npc) then return "flee" end
        local status = tactics.follow(npc, npc.memory.prey, { charge = true, stop = 0.2 })
        if status == "lost" or status == "blocked" or npc.state_time > 20 then return "rest" end
      end,
      leave = function(npc)
        npc:hold()
        npc.memory.prey = nil
      end,
      hurt = function(npc, by) npc.memory.enemy = by end,
    },

    flee = {
      tick = function(npc)
        local enemy = npc.memory.enemy
        if not enemy then return "rest" end
        local status = tactics.flee_from(npc, enemy, 20)
        if status == "arrived" or status == "lost" then return "rest" end
        if status == "blocked" then npc:attack(enemy) end -- cornered: bite
      end,
      leave = function(npc)
        npc:hold()
        npc.memory.enemy = nil
      end,
    },
  },
}
