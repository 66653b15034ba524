-- 12:22 error: 'SONGS' is at the top of the file => npc.memory.SONGS
local SONGS = { "a", "b" }

return behaviour {
  name = "write_top_memory",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.songs = SONGS
        table.remove(npc.memory.songs)
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
