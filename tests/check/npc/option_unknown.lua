-- 11:39 warning: does not read 'pase' => did you mean 'pace'
local tactics = require "lib.tactics"

return behaviour {
  name = "option_unknown",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.follow(npc, npc.id, { pase = 0.4 })
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
