-- 10:48 error: is a number => npc:look(
return behaviour {
  name = "memory_number",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.prey = npc:nearest { faction = "prey", within = 9 }
        if npc.memory.prey and npc.memory.prey.x > 4 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
