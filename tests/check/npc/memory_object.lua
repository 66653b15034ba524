-- 16:27 error: a table with a metatable cannot be kept in memory => plain data
local Queue = {}
Queue.__index = Queue
local function jobs()
  local queue = { n = 0 }
  return setmetatable(queue, Queue)
end

return behaviour {
  name = "memory_object",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.jobs = jobs()
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
