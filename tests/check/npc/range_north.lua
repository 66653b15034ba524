-- 9:27 warning: npc.heading is a number and never equals a string => an angle in radians, -π to π
return behaviour {
  name = "range_north",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.heading == "north" then npc:stop() end
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
