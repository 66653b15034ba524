-- 9:9 error: missing 'do' after the condition => do
return behaviour {
  name = "syntax_do",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        while npc.age > 3
          npc:stop()
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
