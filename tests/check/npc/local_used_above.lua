-- 3:10 error: there is no 'afraid' => only after its declaration
local function hunt(npc)
  return afraid(npc) and "flee" or nil
end

local function afraid(npc)
  return npc.health < 5
end

return behaviour {
  name = "local_used_above",
  start = "rest",
  states = {
    rest = { tick = function(npc) return hunt(npc) end },
    flee = { tick = function(npc) return "rest" end },
  },
}
