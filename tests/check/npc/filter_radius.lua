-- 9:51 error: has no 'radius' => within
return behaviour {
  name = "filter_radius",
  body = { damage = 1, radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local d = npc:nearest { faction = "prey", radius = 5 }
        if d then npc:attack(d) end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
