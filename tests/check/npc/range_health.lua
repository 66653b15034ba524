-- 11:25 warning: in points, from 0 to npc.max_health: compared with 0.25 => * npc.max_health
local FAINT = 1 / 4

return behaviour {
  name = "range_health",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < FAINT then npc:stop() end
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
