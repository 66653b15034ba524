-- 10:15 error: table has no 'inset' => did you mean 'insert'
return behaviour {
  name = "member_table",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local t = {}
        table.inset(t, 1)
        npc.memory.t = t
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
