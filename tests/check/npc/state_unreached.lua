-- 8:5 warning: state 'sulk' is never reached => return "sulk"
return behaviour {
  name = "state_unreached",
  start = "rest",
  states = {
    rest = { tick = function(npc) return "flee" end },
    flee = { tick = function(npc) return "rest" end },
    sulk = { tick = function(npc) return "rest" end },
  },
}
