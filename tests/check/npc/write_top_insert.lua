-- 11:22 error: frozen => npc.memory.seen
local seen = {}

return behaviour {
  name = "write_top_insert",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        table.insert(seen, npc.id)
        return "flee"
      end,
    },
    flee = {
      tick = function(npc)
        if npc.state_time > 5 then return "rest" end
      end,
    },
  },
}
