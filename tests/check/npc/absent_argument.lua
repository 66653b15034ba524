-- 11:28 warning: nearest may be nil here: there may be no match => if nearest then

return behaviour {
  name = "absent_argument",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local nearest = npc:nearest { faction = "predator", within = 20 }
        local c = npc:look(nearest)
        if c then npc:face(c.x, c.y) end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
