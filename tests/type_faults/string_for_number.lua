-- A string where a number is needed.

return behaviour {
  name   = "string_for_number",
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
