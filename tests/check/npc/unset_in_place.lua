-- 8:20 warning: npc.memory.steps is nil here at first => write (npc.memory.steps or 0)
return behaviour {
  name = "unset_in_place",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.steps += 1
        if npc.memory.steps > 5 then npc.memory.steps = 0 end
      end,
    },
  },
}
