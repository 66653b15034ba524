-- The guard: patrols, drives off intruders, searches for those that it lost, and returns to its post.
local tactics = require "lib.tactics"

local WATCH = 16   -- how far it notices predators, metres
local LEASH = 35   -- how far from its post it follows them
local ROUND = 12   -- half the side of its round
local PACE  = 1.2  -- seconds that it walks on when nothing comes

---@type Filter
local INTRUDER = { faction = "predator", within = WATCH, visible = true }

---@param npc Npc
---@return number?
local function intruder(npc)
  return npc:nearest { faction = "predator", within = WATCH, visible = true }
end

---@param npc Npc
---@return boolean
local function far_from_post(npc)
  return npc:distance(npc.home_x, npc.home_y) > LEASH
end

return behaviour {
  name  = "guard",
  body  = { radius = 0.5, height = 1.8, speed = 5.0, turn_rate = 6, health = 80, regeneration = 1.5,
            path_style = "round", comfort_m = 0.3,
            faction = "guard", damage = 12, reach = 1.2, cooldown = 1.0, glyph = "G" },
  start = "patrol",

  states = {
    patrol = {
      tick = function(npc)
        local foe = intruder(npc)
        if foe then
          npc.memory.foe = foe
          return "attack"
        end
        -- The four corners of a square around the post, one after the other.
        local corner = npc.memory.corner or npc.id % 4
        local x = npc.home_x + (corner % 2 == 0 and -ROUND or ROUND)
        local y = npc.home_y + (corner < 2 and -ROUND or ROUND)
        local how = tactics.go(npc, x, y, 0.4, npc.home_storey)
        if how == "arrived" or how == "blocked" then
          npc.memory.corner = (corner + 1) % 4
          return "rest"
        end
        npc:sleep(PACE, INTRUDER)
      end,
      hurt = function(npc, by)
        npc.memory.foe = by
        return by and "attack" or nil
      end,
    },

    rest = {
      enter = function(npc)
        local pause = npc:random(2, 6)
        npc.memory.until_time = npc.time + pause
        tactics.idle(npc, pause, INTRUDER)
      end,
      tick = function(npc)
        if intruder(npc) or npc.time >= npc.memory.until_time then return "patrol" end
      end,
      hurt = function(npc, by)
        npc.memory.foe = by
        return by and "attack" or nil
      end,
    },

    attack = {
      enter = function(npc) npc:say("Halt!") end,
      tick = function(npc)
        local foe = npc.memory.foe
        if not npc:exists(foe) or far_from_post(npc) then return "home" end
        if npc.health < 0.25 * npc.max_health then return "flee" end
        npc:attack(foe)
        local how = tactics.follow(npc, foe)
        local last = how == "lost" and npc:look(foe)
        if last then
          npc.memory.around = { x = last.x, y = last.y }
          return "search"
        elseif how == "blocked" or how == "lost" then
          return "home"
        end
      end,
      leave = function(npc) npc:hold() end,
    },

    search = {
      mood = "attack",
      tick = function(npc)
        local foe, around = intruder(npc), npc.memory.around
        if foe then
          npc.memory.foe = foe
          return "attack"
        end
        local how = around and tactics.search(npc, around.x, around.y, npc.memory.foe) or "lost"
        if how == "found" then return "attack" end
        if how == "lost" or far_from_post(npc) then return "home" end
      end,
      hurt = function(npc, by)
        if not by then return end
        npc.memory.foe = by
        return "attack"
      end,
    },

    home = {
      tick = function(npc)
        local how = tactics.go(npc, npc.home_x, npc.home_y, 0.6, npc.home_storey)
        if how == "arrived" or how == "blocked" then return "rest" end
      end,
      hurt = function(npc, by)
        npc.memory.foe = by
        return by and "attack" or nil
      end,
    },

    flee = {
      tick = function(npc)
        local foe = npc:nearest { faction = "predator", within = 25, visible = true }
        if not foe or npc.health > 0.5 * npc.max_health then return "home" end
        tactics.flee_from(npc, foe, 25)
      end,
    },
  },
}
