-- 9:26 warning: both sides are npc.x: the result is always the same => on one side
return behaviour {
  name = "repeated_sides",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:face(npc.x - npc.x, npc.y)
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
