-- 9:23 warning: npc.memory.corner is nil here at first => write (npc.memory.corner or 0)
return behaviour {
  name = "unset_variable",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local corner = npc.memory.corner
        local x = 5 + corner % 2
        npc:face(x, 3)
        npc.memory.corner = corner + 1
      end,
    },
  },
}
