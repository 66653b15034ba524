-- 9:42 error: closes nothing => remove it
return behaviour {
  name = "syntax_end_surplus",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.x > 3 then npc:stop() end end
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
