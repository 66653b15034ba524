-- 9:38 error: something is missing after '+' => finish
return behaviour {
  name = "syntax_cut_off",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.n = npc.memory.n +
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
