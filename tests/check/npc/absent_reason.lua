-- 10:32 warning: may be nil here: there may be none => or ""

return behaviour {
  name = "absent_reason",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:say("no path: " .. pathfinder.reason(npc))
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
