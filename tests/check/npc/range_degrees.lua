-- 9:47 warning: npc.heading is an angle in radians, -π to π: 90 is more than a turn => math.rad
return behaviour {
  name = "range_degrees",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local to = npc.heading + npc.id % 2 + 90
        npc:face(npc.x + math.cos(to), npc.y + math.sin(to))
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
