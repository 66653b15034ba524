-- 10:9 warning: this loop never ends => next tick
return behaviour {
  name = "loop_forever",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < 5 then return "flee" end
        while true do
          npc:stop()
        end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
