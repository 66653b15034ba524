-- 14:31 warning: npc.memory.mood is never 'furios' => did you mean 'furious'
local function set(npc, mood)
  npc.memory.mood = mood
end

return behaviour {
  name = "memory_word",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        set(npc, npc:player() and "furious" or "calm")
        if npc.memory.mood == "furios" then npc:stop() end
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
