-- 9:27 error: 'of' is not a word of Lua => did you mean 'or'
return behaviour {
  name = "syntax_word_between",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < 5 of npc.x > 9 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
