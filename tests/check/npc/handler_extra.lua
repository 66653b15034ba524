-- 13:12 warning: 'killer' is always nil: died has no parameter 2 => it is called with (npc)
return behaviour {
  name = "handler_extra",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
        if npc.health < 5 then return "flee" end
      end,
      died = function(npc, killer)
        if killer then npc:shout("danger", 20) end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
