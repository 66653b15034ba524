-- 9:13 warning: npc:attack takes no health: the body has no damage => damage = 5
return behaviour {
  name = "effect_no_damage",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:attack(npc:player())
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
