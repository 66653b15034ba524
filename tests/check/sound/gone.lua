-- A creature that may be gone is looked for in many forms, and memory is filled through other names.
local tactics = require "lib.tactics"

local function alive(npc)
  local foe = npc.memory.foe
  return foe ~= nil and npc:exists(foe)
end

local function keep(npc, name, value)
  npc.memory[name] = value
end

return behaviour {
  name = "gone",
  body = { damage = 1, radius = 0.4, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      hurt = function(npc, by)
        keep(npc, "foes", by)
        npc.memory.foe = by
        return if by then "chase" else nil
      end,
      heard = function(npc, what, from)
        local caller = npc:look(from)
        if what == "help" and caller and caller.distance < 9 then npc:face(caller.x, caller.y) end
      end,
      tick = function(npc)
        local n = npc:count { faction = "predator", within = 9 }
        if n == 0 or not npc.memory.foes then return end
        local near = npc:nearest { faction = "predator", within = 9 }
        npc:attack(near)
        npc:face(npc:look(near).x, npc:look(near).y)
      end,
    },
    chase = {
      tick = function(npc)
        if not alive(npc) then return "rest" end
        local foe = npc:look(npc.memory.foe)
        npc:steer(foe.x, foe.y)
        local far = (npc:distance(npc.memory.foe) or math.huge) > 20
        local x, y = npc:spot(10)
        if not x then return "rest" end
        return if far then "rest" elseif tactics.go(npc, x, y) == "blocked" then "rest" else nil
      end,
    },
  },
}
