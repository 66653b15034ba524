-- Sound: helpers, states through locals and tables, early returns, metatables at the top, numeric loops, varargs.
local tactics = require "lib.tactics"

local MOODS = { calm = 1, wary = 2, scared = 3 }
local ORDER = { "rest", "walk", "hide" }
local NEXT = { rest = "walk", walk = "hide", hide = "rest" }

local Point = {}
Point.__index = Point
function Point.new(x, y) return setmetatable({ x = x, y = y }, Point) end
function Point:length() return math.sqrt(self.x ^ 2 + self.y ^ 2) end

local function sum(...)
  local total = 0
  for _, n in ipairs({ ... }) do total += n end
  return total, select("#", ...)
end

local function mood(npc)
  if npc.health < 0.2 * npc.max_health then return "scared" end
  return npc:count { faction = "predator", within = 30 } > 0 and "wary" or "calm"
end

local function pick(npc)
  local m = npc.memory
  m.turn = ((m.turn or 0) % #ORDER) + 1
  return ORDER[m.turn]
end

local function count_down(n)
  if n <= 0 then return 0 end
  return count_down(n - 1)
end

local handlers = {}
function handlers.hurt(npc, by, amount)
  npc.memory.foe = by
  if not by then return end
  if (amount or 0) > 5 then return "hide" end
  return nil
end

return behaviour {
  name = "hermit",
  body = { radius = 0.4, height = 1.6, speed = 3.5, health = 25, faction = "folk", glyph = "h" },
  start = "rest",
  states = {
    rest = {
      enter = tactics.idle and function(npc) tactics.idle(npc) end or nil,
      tick = function(npc)
        local feeling = mood(npc)
        if MOODS[feeling] >= MOODS.scared then return "hide" end
        if npc.state_time > 4 then return NEXT[npc.state] end
        local total, n = sum(1, 2, 3)
        npc.memory.mean = total / n + count_down(3)
        local p = Point.new(npc.x, npc.y)
        if p:length() > 200 then return pick(npc) end
      end,
      hurt = handlers.hurt,
      message = function(npc, from, name, data)
        if not data then npc:send(from, "go", { x = npc.x, y = npc.y }) end
        if name == "go" and type(data) == "table" then
          npc.memory.goal = { x = data.x, y = data.y }
          return "walk"
        end
      end,
    },
    walk = {
      tick = function(npc)
        local goal = npc.memory.goal
        local status
        if goal then
          status = tactics.go(npc, goal.x, goal.y)
        else
          status = tactics.wander(npc, 10)
        end
        if status == "blocked" or status == "lost" then return "rest" end
        local next_state = nil
        for i = #ORDER, 1, -1 do
          if ORDER[i] ~= npc.state and npc.state_time > 10 * i then next_state = ORDER[i] end
        end
        return next_state
      end,
      hurt = handlers.hurt,
      on_path = function(npc, code)
        if code == pathfinder.MAP_FAILED or code == pathfinder.OUT_OF_TIME then
          npc:say(`no path: {pathfinder.reason(npc) or "?"}`)
          return "rest"
        end
      end,
    },
    hide = {
      tick = function(npc)
        local foe = npc.memory.foe
        local seen = foe and npc:look(foe)
        if not seen then
          npc.memory.foe = nil
          return "rest"
        end
        local far = seen.distance > 40 or npc:distance(seen.x, seen.y) > 40
        if far then return "rest" end
        local x, y = npc:away(seen.x, seen.y, 15)
        if x then npc:steer(x, y, 0.9) else npc:steer(2 * npc.x - seen.x, 2 * npc.y - seen.y) end
      end,
      died = function(npc) npc:shout("gone", 20) end,
    },
  },
}
