-- The person of the crowd scenes: waits until it reacts, then goes where its map wants it, at a walking speed of its own.
local tactics = require "lib.tactics"

local MOST_EXITS = 16 -- exits of a map that it knows
local LOOK_S     = 5  -- seconds between two looks at how it gets on
local GAIN       = 2  -- metres that another exit must save
local CLOSE      = 4  -- metres: so near to its exit it keeps to it
local DRAWS      = 8  -- draws of a walking speed before the mean is taken
local RETRY_S    = 1  -- seconds until it tries again where there was no path

-- A number from a normal distribution, within two deviations of the mean.
---@param npc Npc
---@param mean number
---@param deviation number
---@return number
local function normal(npc, mean, deviation)
  for _ = 1, DRAWS do
    local z = math.sqrt(-2 * math.log(1 - npc:random())) * math.cos(2 * math.pi * npc:random())
    if math.abs(z) <= 2 then return mean + deviation * z end
  end
  return mean
end

-- The exit with the shortest distance, metres lost in the crowd on the path to it included.
---@param npc Npc
---@return number?
---@return number
local function best_exit(npc)
  local best, least = nil, math.huge
  for i = 1, MOST_EXITS do
    local x, y = world.place("exit " .. i)
    if not x then break end
    local metres = npc:distance(x, y) + (npc.memory.lost[i] or 0)
    if metres < least then best, least = i, metres end
  end
  return best, least
end

-- Where it goes, and on which storey; nil where its map does not have the place.
---@param npc Npc
---@return number?
---@return number
---@return string?
local function goal(npc)
  local to = npc.settings.to
  if to == "opposite" then return world.width - npc.home_x, world.height - npc.home_y end
  if to ~= "exits" then return world.place(to) end
  npc.memory.exit = npc.memory.exit or best_exit(npc)
  return world.place("exit " .. (npc.memory.exit or 1))
end

-- Counts the metres that it lost since the last look, and takes another exit where that saves some.
---@param npc Npc
local function look_at_exits(npc)
  local m = npc.memory
  local mine = m.exit
  if not mine then return end
  local lost = LOOK_S * m.pace * npc.top_speed - npc:distance(m.last_x, m.last_y)
  m.lost[mine] = (m.lost[mine] or 0) + math.max(lost, 0)
  m.last_x, m.last_y = npc.x, npc.y
  local x, y = world.place("exit " .. mine)
  if not x then return end
  local left = npc:distance(x, y)
  local other, metres = best_exit(npc)
  if left > CLOSE and metres + GAIN < left + m.lost[mine] then m.exit = other end
end

return behaviour {
  name     = "person",
  body     = { radius = 0.23, height = 1.75, speed = 2, turn_rate = 40, headway_s = 0.49, personal_space_m = 0.01,
               health = 30, faction = "folk", glyph = "o" },
  settings = {
    to              = { default = "opposite", doc = "where it goes: opposite (of where it began, through the middle of the map), exits (the nearest of the places exit 1, exit 2 and so on), or a place of the map" },
    leaves          = { default = "exit", doc = "the area, or the role of areas, in which it leaves the world" },
    speed           = { default = 1.34, min = 0.2, max = 2, doc = "mean walking speed of such persons, metres a second" },
    speed_spread    = { default = 0.26, min = 0, max = 0.5, doc = "standard deviation of their walking speeds; each draws its own, within two of these" },
    reaction        = { default = 0, min = 0, max = 3600, doc = "seconds until it sets out" },
    reaction_spread = { default = 0, min = 0, max = 3600, doc = "it waits up to so many seconds longer" },
  },
  start    = "wait",

  states = {
    wait = {
      mood = "calm",
      enter = function(npc)
        tactics.idle(npc)
        local s, m = npc.settings, npc.memory
        local seconds = RETRY_S
        if not m.pace then
          local speed = normal(npc, s.speed, s.speed_spread)
          m.pace = math.min(math.max(speed / npc.top_speed, 0.05), 1)
          m.lost = {}
          seconds = s.reaction + npc:random() * s.reaction_spread
        end
        if seconds == 0 then return "walk" end
        npc:after(seconds, "go")
      end,
      timer = function(npc, name)
        if name == "go" then return "walk" end
      end,
    },

    walk = {
      mood = "duty",
      enter = function(npc)
        npc.memory.last_x, npc.memory.last_y = npc.x, npc.y
        if npc.settings.to == "exits" then npc:every(LOOK_S, "look") end
      end,
      tick = function(npc)
        local x, y, storey = goal(npc)
        if not x then return "rest" end
        local how = tactics.go(npc, x, y, npc.memory.pace, storey)
        local s = npc.settings
        if npc:inside(s.leaves) or how == "arrived" and (s.to == "exits" or s.to == s.leaves) then
          npc:despawn()
        elseif how == "arrived" then
          return "rest"
        elseif how == "blocked" then
          return "wait"
        end
      end,
      timer = function(npc, name)
        if name == "look" then look_at_exits(npc) end
      end,
      leave = function(npc) npc:cancel("look") end,
    },

    rest = {
      mood = "calm",
      enter = function(npc) tactics.idle(npc) end,
    },
  },
}
