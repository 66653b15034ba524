-- 10:12 warning: this is always true => compare it
return behaviour {
  name = "truth_code",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local c = pathfinder.tick(npc)
        if c then npc:stop() end
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
