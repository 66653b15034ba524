-- Tables that others add to, and keys that a table may lack.
local Mover = {}
Mover.__index = Mover

function Mover.new(npc) return setmetatable({ npc = npc }, Mover) end

function Mover:far() return self.npc:distance(self.npc.home_x, self.npc.home_y) > (self.limit or 9) end

local DEFAULTS = { pace = 0.5 }

local function merged(...)
  local all = {}
  for _, t in ipairs({ ... }) do
    for k, v in pairs(t) do all[k] = v end
  end
  return all
end

local function filled(t)
  t.count = (t.count or 0) + 1
  return t
end

local PACES = { wolf = 0.9, deer = 0.4 }
local SOUNDS = setmetatable({ calm = "hm" }, { __index = function() return "?" end })
local STEPS = {}
for i = 1, 4 do table.insert(STEPS, { x = i, y = -i }) end

return behaviour {
  name = "tables",
  body = { radius = 0.4, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local how = merged(DEFAULTS, { stop = 2 })
        if npc.health > how.stop then npc:say(SOUNDS.angry .. SOUNDS.calm) end
        local n = filled({ tag = "a" })
        if n.count > 1 then return "away" end
        if DEFAULTS.limit == nil and not DEFAULTS.charge then npc:say("usual") end
        local step = STEPS[npc:random(#STEPS)]
        npc:steer(npc.x + step.x, npc.y + step.y, PACES[npc.faction] or PACES.usual or 0.5)
        if Mover.new(npc):far() then return "away" end
      end,
    },
    away = { tick = function(npc) if npc.state_time > 3 then return "rest" end end },
  },
}
