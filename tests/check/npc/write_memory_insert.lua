-- 10:39 error: the creature itself => npc.id
return behaviour {
  name = "write_memory_insert",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.list = npc.memory.list or {}
        table.insert(npc.memory.list, npc)
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
