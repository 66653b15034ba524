-- 9:33 error: has no 'factoin' => did you mean 'faction'
return behaviour {
  name = "filter_key",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local p = npc:nearest { factoin = "prey", within = 9 }
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
