-- 9:9 error: missing 'then' after the condition => then
return behaviour {
  name = "syntax_then",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.age > 3
          return "flee"
        end
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
