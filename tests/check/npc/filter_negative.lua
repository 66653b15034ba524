-- 9:60 warning: within is -9; it is a distance in metres, above 0 => for example 25
return behaviour {
  name = "filter_negative",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local p = npc:nearest { faction = "prey", within = -9 }
        if p then return "flee" end
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
