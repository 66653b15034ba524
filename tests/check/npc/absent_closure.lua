-- 11:49 warning: c may be nil here: the creature may be gone => if c then

return behaviour {
  name = "absent_closure",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      heard = function(npc, what, from)
        local c = npc:look(from)
        local fine = pcall(function() npc:steer(c.x, c.y) end)
        if what == "danger" or not fine then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
