-- 2:15 error: within must be a number => without quotes: 25
local SIGHT = "25"

return behaviour {
  name = "filter_constant",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc:nearest { faction = "prey", within = SIGHT } then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
