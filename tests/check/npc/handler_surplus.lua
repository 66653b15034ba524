-- 12:57 error: killer is nil here => is called with (npc)

return behaviour {
  name = "handler_surplus",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < 5 then return "flee" end
      end,
      died = function(npc, killer) npc:say("it was " .. killer) end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
