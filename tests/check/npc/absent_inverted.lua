-- 11:33 error: c is nil here => where it is not nil

return behaviour {
  name = "absent_inverted",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      heard = function(npc, what, from)
        local c = npc:look(from)
        if not c then npc:steer(c.x, c.y) end
        if what == "danger" then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
