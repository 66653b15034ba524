local function timer(seconds)
  return function(npc) return npc.state_time > seconds end
end
local tired, rested = timer(5), timer(2)
local cycle = { "walk", "sit" }
local M = {}
M.__index = M
function M.new(npc) return setmetatable({ npc = npc }, M) end
function M:heal(n) self.npc:say("+" .. n); return self end
return behaviour {
  name = "cycle", start = cycle[1],
  states = {
    walk = {
      tick = function(npc)
        M.new(npc):heal(3):heal(4)
        local x, y = npc:away(npc.x + 1, npc.y, 5)
        if x and y then npc:charge(x, y) end
        local list = npc:all { within = 9, faction = npc.faction }
        table.sort(list, function(a, b) return (npc:distance(a) or 0) < (npc:distance(b) or 0) end)
        local names = {}
        for _, id in ipairs(list) do names[#names + 1] = tostring(id) end
        print(table.concat(names, ", "), next(names), #names > 0)
        if tired(npc) then return cycle[2] end
      end,
    },
    sit = { tick = function(npc) npc:stop(); if rested(npc) then return cycle[1] end end },
  },
}
