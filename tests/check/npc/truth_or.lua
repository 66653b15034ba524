-- 9:35 warning: this is always true => npc.state == "flee"
return behaviour {
  name = "truth_or",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.state == "rest" or "flee" then npc:stop() end
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
