-- 11:17 error: needs npc => tactics.idle(npc, seconds, unless, or_unless)
local tactics = require "lib.tactics"

return behaviour {
  name = "npc_missing",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        tactics.idle()
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
