-- The scavenger: follows wounded creatures at a distance and waits; it flees from guards and attackers.
local tactics = require "lib.tactics"

local NOTICE = 40  -- how far it sees wounded creatures, metres
local WAIT  = 6    -- how near it follows
local FEAR  = 7    -- it flees from a guard nearer than this
local ROAM  = 70   -- how far from home it walks
local DOZE  = 0.9  -- seconds that it roams on before it looks round

---@param npc Npc
---@return number?
local function wounded(npc)
  return npc:nearest { faction = "prey", hurt = true, within = NOTICE, visible = true }
      or npc:nearest { faction = "predator", hurt = true, within = NOTICE, visible = true }
end

return behaviour {
  name  = "scavenger",
  body  = { radius = 0.35, height = 0.6, speed = 5.6, turn_rate = 9, health = 16, regeneration = 0.3,
            path_style = "round", comfort_m = 0.3,
            faction = "vermin", damage = 2, reach = 0.6, cooldown = 0.7, glyph = "s" },
  start = "rest",

  states = {
    rest = {
      enter = function(npc) tactics.idle(npc) end,
      tick = function(npc)
        local meal = wounded(npc)
        if meal then
          npc.memory.meal = meal
          return "follow"
        end
        tactics.wander(npc, ROAM, 0.7)
        npc:sleep(DOZE)
      end,
      hurt = function(npc, by)
        npc.memory.foe = by
        return "flee"
      end,
    },

    follow = {
      tick = function(npc)
        local meal = npc:look(npc.memory.meal)
        if not meal or meal.health >= meal.max_health then return "rest" end
        local foe = npc:nearest { faction = "guard", within = FEAR, visible = true }
        if foe then
          npc.memory.foe = foe
          return "flee"
        end
        if meal.health < 0.4 * meal.max_health then return "attack" end
        local how = tactics.follow(npc, meal.id, { stop = WAIT, pace = 0.8 })
        if how == "blocked" or how == "lost" then return "rest" end
      end,
      hurt = function(npc, by)
        npc.memory.foe = by
        return "flee"
      end,
    },

    attack = {
      tick = function(npc)
        local meal = npc.memory.meal
        if not npc:exists(meal) then return "rest" end
        npc:attack(meal)
        local how = tactics.follow(npc, meal)
        if how == "blocked" or how == "lost" then return "rest" end
      end,
      leave = function(npc) npc:hold() end,
      hurt = function(npc, by)
        npc.memory.foe = by
        return "flee"
      end,
    },

    flee = {
      tick = function(npc)
        local foe = npc.memory.foe
        if not foe or (npc:distance(foe) or math.huge) > 22 or npc.state_time > 12 then return "rest" end
        if tactics.flee_from(npc, foe, 25) == "blocked" then return "rest" end
      end,
    },
  },
}
