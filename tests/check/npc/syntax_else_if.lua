-- 11:9 error:  => elseif
return behaviour {
  name = "syntax_else_if",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.age > 3 then
          npc:stop()
        else if npc.age > 2 then
          npc:hold()
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
