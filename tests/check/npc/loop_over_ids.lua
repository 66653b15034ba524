-- 8:61 error: npc is a number: it has no 'say' => this npc is an id: give the variable of the loop another name
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
