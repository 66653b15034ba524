-- 9:20 error: npc:attack: a creature cannot attack itself => the id of another one

return behaviour {
  name = "attacks_itself",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = { hurt = function(npc)
        npc:attack(npc.id)
      end },
  },
}
