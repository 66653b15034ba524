-- 2:8 error: start is missing => start = "rest"
return behaviour {
  name = "state_start_missing",
  states = {
    rest = { tick = function(npc) npc:stop() end },
  },
}
