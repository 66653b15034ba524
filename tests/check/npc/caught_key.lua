-- 9:51 warning: the filter of npc:nearest has no 'factoin' => did you mean 'faction'?
return behaviour {
  name = "caught_key",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        pcall(function() npc:attack(npc:nearest { factoin = "prey", within = 5 } or 0) end)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
