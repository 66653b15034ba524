-- 10:33 error: target must be a number => seen.id
return behaviour {
  name = "argument_look",
  body = { damage = 1, radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local seen = npc:look(3)
        if seen then npc:attack(seen) end
        return "flee"
      end,
    },
    flee = {
      tick = function(npc)
        if npc.state_time > 5 then return "rest" end
      end,
    },
  },
}
