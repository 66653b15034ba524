-- 10:28 error: a table with a metatable cannot be kept in memory => plain data
return behaviour {
  name = "memory_metatable",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local point = setmetatable({ x = npc.x }, {})
        npc.memory.point = point
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
