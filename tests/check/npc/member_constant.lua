-- 11:29 error: LIMITS has no 'fare' => did you mean 'far'
local LIMITS = { near = 3, far = 9 }

return behaviour {
  name = "member_constant",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.age > LIMITS.fare then return "flee" end
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
