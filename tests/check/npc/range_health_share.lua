-- 10:25 warning: compared with 30, this is always the same => 30 of 100 are 0.3
local function share(npc) return npc.health / npc.max_health end
return behaviour {
  name = "range_health_share",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk" },
  start = "roam",
  states = {
    roam = {
      tick = function(npc)
        if share(npc) > 30 then npc:stop() end
      end,
    },
  },
}
