-- 10:37 error: spot is a number: it has no 'x' => local x, y = npc:spot(…)

return behaviour {
  name = "place_as_table",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = { tick = function(npc)
        local spot = npc:spot(9)
        if spot then npc:steer(spot.x, 3) end
      end },
  },
}
