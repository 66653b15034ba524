-- 8:41 warning: npc.home_x is here twice => home_y
return behaviour {
  name = "coordinate_twice",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        if npc:distance(npc.home_x, npc.home_x) > 5 then npc:stop() end
      end },
  },
}
