-- 9:33 warning: npc:random(…) lies in 1 to 100: compared with 0.3 => npc:random() without
return behaviour {
  name = "range_dice",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc:random(1, 100) < 0.3 then npc:stop() end
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
