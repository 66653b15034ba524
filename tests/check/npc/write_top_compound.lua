-- 11:9 error: assigns the file's own variable 'seen' => npc.memory.seen
local seen = 0

return behaviour {
  name = "write_top_compound",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        seen += 1
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
