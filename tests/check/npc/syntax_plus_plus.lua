-- 8:31 error: something is missing after '+' => 
return behaviour {
  name = "syntax_plus_plus",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.x = npc.x + + 1
      end,
    },
  },
}
