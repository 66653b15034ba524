-- 10:17 warning: lists begin at 1: near[0] is nil => near[1]
return behaviour {
  name = "list_from_zero",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local near = npc:all { within = 9 }
        if near[0] then npc:stop() end
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
