-- 9:50 warning: line 9 has the same condition => another condition
return behaviour {
  name = "repeated_condition",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < 9 then npc:stop() elseif npc.health < 9 then npc:hold() end
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
