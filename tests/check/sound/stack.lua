local tactics = require "lib.tactics"
local Stack = {}
function Stack.push(npc, state) local s = npc.memory.stack or {}; s[#s + 1] = state; npc.memory.stack = s; return state end
function Stack.pop(npc)
  local s = npc.memory.stack
  if not s or #s == 0 then return "work" end
  return table.remove(s)
end
local function go_home(npc)
  local status = tactics.go(npc, npc.home_x, npc.home_y)
  return status == "arrived" or status == "blocked"
end
local handlers = {
  hurt = function(npc, by)
    if by then
      npc.memory.foe = by
      return Stack.push(npc, "run")
    end
  end,
}
local function with(t) for k, v in pairs(handlers) do t[k] = t[k] or v end return t end
return behaviour {
  name = "stack", start = "work",
  states = {
    work = with { tick = function(npc)
      local how, why = pathfinder.tick(npc), pathfinder.reason(npc)
      if why == "walled in" then npc:stop() end
      if how == pathfinder.OUT_OF_TIME then return end
      if go_home(npc) and npc.tick % 3 == 0 then return Stack.push(npc, "rest") end
    end },
    rest = with { tick = function(npc) if npc.state_time > 1 then return Stack.pop(npc) end end },
    run = { tick = function(npc)
      local foe = npc.memory.foe
      local seen = foe and npc:look(foe)
      if not seen then return "work" end
      local how = tactics.flee_from(npc, foe, 15)
      if how == "arrived" or how == "lost" then return "work" end
    end },
  },
}
