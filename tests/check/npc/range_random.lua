-- 9:27 warning: npc:random(…) is a share, 0 to 1: compared with 30 => npc:random(1, 100)
return behaviour {
  name = "range_random",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc:random() < 30 then npc:stop() end
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
