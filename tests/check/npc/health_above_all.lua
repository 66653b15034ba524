-- 8:23 warning: never above max_health => write >=
return behaviour {
  name = "health_above_all",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        if npc.health > npc.max_health then npc:stop() end
      end },
  },
}
