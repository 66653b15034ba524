-- 13:5 warning: a creature never leaves state 'flee' => return the name of another state
return behaviour {
  name = "state_never_left",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
        if npc:nearest { within = 5 } then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        npc:stop()
      end,
    },
  },
}
