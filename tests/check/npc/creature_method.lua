-- 10:24 error: foe.distance is a value, not a method => write foe.distance
return behaviour {
  name = "creature_method",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc) if not npc.memory.foe then return end
        local foe = npc:look(npc.memory.foe)
        if foe and foe:distance() < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
