-- 9:29 error: math has no 'flor' => did you mean 'floor'
return behaviour {
  name = "member_math",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.n = math.flor(npc.x)
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
