-- 9:47 warning: memory.next is returned as a state, and there is no state 'hide' => hiding
return behaviour {
  name = "state_kept",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk" },
  start = "gather",
  states = {
    gather = { tick = function(npc)
        if npc.state_time < 3 then return end
        npc.memory.next = npc.health > 10 and "hide" or "gather"
        return "chew"
      end },
    chew = { tick = function(npc) if npc.state_time > 1 then return npc.memory.next end end },
    hiding = { tick = function(npc) if npc.state_time > 3 then return "gather" end end },
  },
}
