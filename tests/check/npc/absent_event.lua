-- 11:23 warning: by may be nil here: this event may come without it => if by then

return behaviour {
  name = "absent_event",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      hurt = function(npc, by)
        npc:face(npc.home_x, npc.home_y)
        if npc:exists(by) then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
