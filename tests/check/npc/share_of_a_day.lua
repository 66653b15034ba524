-- 9:38 warning: lies in 0 to 1 => lies in 0 to 1
local DAY = 60
return behaviour {
  name = "share_of_a_day",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        if (npc.time % DAY) / DAY >= 18 then npc:stop() end
      end },
  },
}
