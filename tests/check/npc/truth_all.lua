-- 9:16 warning: an empty one is true => #npc:all(…) > 0
return behaviour {
  name = "truth_all",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc:all { faction = "prey", within = 5 } then npc:stop() end
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
