-- 9:24 error: string has no 'formt' => did you mean 'format'
return behaviour {
  name = "member_string",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:say(string.formt("%d", npc.id))
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
