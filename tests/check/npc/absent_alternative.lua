-- 11:65 error: c is nil here => where it is not nil

return behaviour {
  name = "absent_alternative",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      heard = function(npc, what, from)
        local c = npc:look(from)
        local far = c ~= nil and c.distance > 9 or c == nil and c.health > 3
        if far or what == "danger" then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
