-- 9:16 warning: this is always true => npc:count(…) > 0
return behaviour {
  name = "truth_count",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc:count { faction = "prey", within = 5 } then npc:stop() end
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
