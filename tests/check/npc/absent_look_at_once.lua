-- 9:12 warning: may be nil here: the creature may be gone => local found =
return behaviour {
  name = "absent_look_at_once",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc) if not npc.memory.foe then return end
        if npc:look(npc.memory.foe).health > 9 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
