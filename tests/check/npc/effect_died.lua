-- 17:32 warning: died returned 'rest', but this life is over => last call
return behaviour {
  name = "effect_died",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
      died = function() return "rest" end,
    },
  },
}
