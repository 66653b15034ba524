-- 4:68 error: a body has no 'view_degs' => view_deg
return behaviour {
  name = "body_view",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey", view_degs = 120 },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
