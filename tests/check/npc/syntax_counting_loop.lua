-- 8:9 error: a loop that counts is written with commas => for i = 1, 10
return behaviour {
  name = "syntax_counting_loop",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        for (local i = 0; i < 3; i++) { npc:say("hi") }
      end,
    },
  },
}
