-- 9:62 warning: compared with 60, this is always the same => math.rad
return behaviour {
  name = "range_difference",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk" },
  start = "gaze",
  states = {
    gaze = {
      tick = function(npc)
        if math.abs(math.angle_difference(npc.heading, 0)) < 60 then npc:stop() end
      end,
    },
  },
}
