-- 9:39 warning: npc.memory.meals is nil here at first => write (npc.memory.meals or 0)
return behaviour {
  name = "unset_counter",
  start = "rest",
  states = {
    rest = { tick = function(npc) if npc.health < 5 then return "eat" end end },
    eat = {
      tick = function(npc)
        npc.memory.meals = npc.memory.meals + 1
        return "rest"
      end,
    },
  },
}
