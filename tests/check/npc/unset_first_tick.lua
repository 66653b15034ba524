-- 3:33 warning: npc.memory.full_until is nil here at first => write (npc.memory.full_until or 0)
local function hungry(npc)
  return npc.time >= npc.memory.full_until
end

return behaviour {
  name = "unset_first_tick",
  start = "rest",
  states = {
    rest = { tick = function(npc) if hungry(npc) then return "eat" end end },
    eat = {
      tick = function(npc)
        npc.memory.full_until = npc.time + 5
        return "rest"
      end,
    },
  },
}
