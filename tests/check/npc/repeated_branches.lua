-- 12:11 warning: both branches of this if do the same => something else
return behaviour {
  name = "repeated_branches",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc:player() then
          npc:stop()
        else
          npc:stop()
        end
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
