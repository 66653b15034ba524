-- 12:33 warning: enter leads back to 'flee' at once => from tick
return behaviour {
  name = "state_circle",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
        if npc.health < 5 then return "flee" end
      end,
      enter = function() return "flee" end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
      enter = function() return "rest" end,
    },
  },
}
