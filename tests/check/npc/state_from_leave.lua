-- 6:83 error: leave returned 'flee' => tick
return behaviour {
  name = "state_from_leave",
  start = "rest",
  states = {
    rest = { tick = function(npc) return "flee" end, leave = function(npc) return "flee" end },
    flee = { tick = function(npc) return "rest" end },
  },
}
