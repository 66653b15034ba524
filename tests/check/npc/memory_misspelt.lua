-- 10:23 warning: nothing ever writes npc.memory.traget => target
return behaviour {
  name = "memory_misspelt",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.target = npc.id
        if npc.memory.traget then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
