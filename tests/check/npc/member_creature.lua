-- 11:28 error: has no 'dist' => distance
return behaviour {
  name = "member_creature",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if not npc.memory.other then npc.memory.other = npc:player() return end
        local other = npc:look(npc.memory.other)
        if other and other.dist < 5 then return "flee" end
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
