-- 7:5 warning: 'rest' is given twice in this table => line 6
return behaviour {
  name = "state_twice",
  start = "rest",
  states = {
    rest = { tick = function(npc) npc:stop() end },
    rest = { tick = function(npc) npc:hold() end },
  },
}
