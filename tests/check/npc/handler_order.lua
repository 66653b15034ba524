-- 12:29 warning: the parameters of heard are in another order => it is called with (npc, what, from)
return behaviour {
  name = "handler_order",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
        if npc.health < 5 then return "flee" end
      end,
      heard = function(npc, from, what)
        if npc:exists(what) then npc.memory.heard = from end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
