-- 12:19 warning: c may be nil here: the creature may be gone => if c then

return behaviour {
  name = "absent_after_if",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      heard = function(npc, what, from)
        local c = npc:look(from)
        if c then npc:say("I hear " .. c.name) end
        npc:steer(c.x, c.y)
        if what == "danger" then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
