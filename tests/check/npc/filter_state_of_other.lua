-- 9:77 warning: 'deer' has no state 'filter_graze' => there is
return behaviour {
  name = "filter_state_of_other",
  body = { radius = 0.4, health = 20, speed = 4, faction = "hunters" },
  start = "stalk",
  states = {
    stalk = {
      tick = function(npc)
        local prey = npc:nearest { within = 30, behaviour = "deer", state = "filter_graze" }
        if prey then return "filter_graze" end
      end,
    },
    filter_graze = { tick = function(npc) if npc.state_time > 2 then return "stalk" end end },
  },
}
