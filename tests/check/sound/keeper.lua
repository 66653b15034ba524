-- Helpers give memory its first values: behind a guard, a flag, a type or the first tick, under another name.
local function init(npc)
  if npc.memory.ready then return end
  npc.memory.ready, npc.memory.lamps = true, 0
end

local function note(npc)
  local m = npc.memory
  if not m.runs then m.runs = 0 end
  m.runs = m.runs + 1
  if m.stops == nil then m.stops = 0 end
  m.stops = m.stops + 1
  if type(m.turns) ~= "number" then m.turns = 0 end
  m.turns = m.turns + 1
  if npc.tick == 0 then m.days = 0 end
  m.days = m.days + 1
  m.log = {}
  table.insert(m.log, m.days)
  if not m.pace then m.pace = { mean = npc.speed, n = 0 } end
  m.pace.mean = m.pace.mean + 0.2 * (npc.speed - m.pace.mean)
  m.pace.n = m.pace.n + 1
end

local function light(npc)
  init(npc)
  npc.memory.lamps = npc.memory.lamps + 1
  return npc.memory.lamps
end

local function sum(npc)
  local m = npc.memory
  return #m.log + m.pace.n + m.runs + m.stops + m.turns
end

return behaviour {
  name = "keeper",
  body = { faction = "folk", speed = 3 },
  start = "walk",
  states = {
    walk = {
      tick = function(npc)
        note(npc)
        if light(npc) + sum(npc) > 100 then return "rest" end
      end,
    },
    rest = {
      enter = function(npc) npc:stop() end,
      tick = function(npc) if npc.state_time > 4 then return "walk" end end,
    },
  },
}
