-- 10:21 warning: a time in seconds: compared with 3000, another unit => 3 seconds
return behaviour {
  name = "range_state_time",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local waited = npc.state_time
        if waited > 3000 then npc:stop() end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
