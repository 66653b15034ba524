-- 12:31 warning: c may be nil here: the creature may be gone => if c then

return behaviour {
  name = "absent_attacker",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      hurt = function(npc, by)
        if not by then return "flee" end
        local c = npc:look(by)
        npc:steer(2 * npc.x - c.x, 2 * npc.y - c.y)
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
