-- 6:42 error: tick returns a number => return "rest"
return behaviour {
  name = "state_number",
  start = "rest",
  states = {
    rest = { tick = function(npc) return 2 end },
  },
}
