-- 5:45 error: there is no movement class 'swimm' => did you mean 'swim'?

return behaviour {
  name = "body_moves",
  body = { radius = 0.5, speed = 4, moves = "swimm" },
  start = "rest",
  states = {
    rest = { tick = function(npc) npc:stop() end },
  },
}
