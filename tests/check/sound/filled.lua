-- Memory that is filled before it is counted with, each differently.
local tactics = require "lib.tactics"

local function tired(npc)
  return npc.memory.steps > 10 and npc.memory.since + 5 < npc.time
end

local function start_over(npc)
  npc.memory.steps = 0
  npc.memory.since = npc.time
end

return behaviour {
  name = "filled",
  start = "rest",
  states = {
    rest = {
      enter = function(npc)
        start_over(npc)
        npc.memory.meals = npc.memory.meals or 0
      end,
      tick = function(npc)
        npc.memory.steps += 1
        npc.memory.meals = npc.memory.meals + 1
        if tired(npc) then return "eat" end
        if not npc.memory.seen then
          npc.memory.seen = 0
        end
        npc.memory.seen = npc.memory.seen + 1
        if npc.memory.last then npc.memory.gap = npc.time - npc.memory.last end
        npc.memory.last = npc.time
        local far = npc.memory.far and npc.memory.far + 1 or 0
        npc.memory.far = far
        for i = 1, 3 do
          if i > 1 then npc.memory.sum = npc.memory.sum + i else npc.memory.sum = i end
        end
        local corner = npc.memory.corner or 0
        npc.memory.corner = corner + 1
        local turn = npc.memory.turn
        if not turn then turn = 0 end
        npc.memory.turn = turn + 1
        local row = npc.memory.row
        if row then npc.memory.row = row + 1 else npc.memory.row = 1 end
        npc.memory.tag = "a" .. (npc.memory.tag or "")
        tactics.wander(npc, 10, 0.3)
      end,
    },
    eat = {
      enter = function(npc) npc.memory.bites = 3 end,
      tick = function(npc)
        npc.memory.bites = npc.memory.bites - 1
        if npc.memory.bites <= 0 then return "rest" end
      end,
    },
  },
}
