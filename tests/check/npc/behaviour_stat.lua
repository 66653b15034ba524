-- 5:3 error: has no 'stat' => states
return behaviour {
  name = "behaviour_stat",
  start = "rest",
  stat = { rest = { tick = function(npc) npc:stop() end } },
}
