-- 9:26 error: npc has no 'neerest' => did you mean 'nearest'
return behaviour {
  name = "member_method",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local near = npc:neerest { faction = "prey", within = 9 }
        if near then return "flee" end
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
