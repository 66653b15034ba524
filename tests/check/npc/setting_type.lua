-- 7:59 error: within must be a number, not a string => within = 25
return behaviour {
  name = "setting_type",
  start = "rest", body = { damage = 1 },
  settings = { target = { default = "prey" } },
  states = { rest = { tick = function(npc)
    local prey = npc:nearest { faction = "prey", within = npc.settings.target }
    if prey then npc:attack(prey) end
  end } },
}
