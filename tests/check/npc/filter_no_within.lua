-- 9:31 error: within (metres) is required => within =
return behaviour {
  name = "filter_no_within",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local p = npc:nearest { faction = "prey" }
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
