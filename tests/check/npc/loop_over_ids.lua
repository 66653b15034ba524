-- 8:57 error: npc is a number => x
return behaviour {
  name = "loop_over_ids",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        for _, npc in ipairs(npc:all { within = 9 }) do npc:say("hi") end
      end,
    },
  },
}
