-- 11:33 error: npc is the creature itself and cannot be kept in memory => npc.id
local insert = table.insert
return behaviour {
  name = "memory_insert_renamed",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      enter = function(npc) npc.memory.list = {} end,
      tick = function(npc)
        insert(npc.memory.list, npc)
        if npc.health < 10 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
