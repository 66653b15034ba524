-- 8:70 warning: lies in 0 to 3 => limit
return behaviour {
  name = "count_above_its_limit",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        if npc:count { faction = "folk", within = 30, limit = 3 } >= 4 then npc:stop() end
      end },
  },
}
