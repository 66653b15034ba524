-- 9:15 warning: 'seen' gets a value that nothing reads => remove it
return behaviour {
  name = "unused_assigned",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local seen = false
        if npc:player() then seen = true end
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
