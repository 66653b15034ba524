-- 13:18 warning: caller may be nil here => if caller then
return behaviour {
  name = "absent_from",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < 5 then return "flee" end
      end,
      heard = function(npc, what, from)
        local caller = npc:look(from)
        npc:face(caller.x, caller.y)
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
