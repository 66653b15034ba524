-- 10:12 warning: guest is always nil here => another order
return behaviour {
  name = "condition_always_nil",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk" },
  start = "sit",
  states = {
    sit = { tick = function(npc)
        local guest = npc:nearest { within = 12 }
        if guest then return "greet" end
        if guest and npc.state_time > 3 then npc:stop() end
      end },
    greet = { tick = function(npc) if npc.state_time > 2 then return "sit" end end },
  },
}
