-- 8:32 error: this does nothing => write return "flee"
return behaviour {
  name = "syntax_text_alone",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < 3 then "flee" end
      end,
    },
    flee = { tick = function(npc) return "rest" end },
  },
}
