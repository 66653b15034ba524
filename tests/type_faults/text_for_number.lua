-- A text where a number belongs.

return behaviour {
  name   = "text_for_number",
  body   = { radius = 0.5, speed = 3 },
  start  = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:steer("home", npc.home_y) -- FAULT
      end,
    },
  },
}
