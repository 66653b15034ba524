-- 8:74 error: npc.settings has no 'sihgt' => did you mean 'sight'
return behaviour {
  name = "setting_misspelt",
  start = "rest", body = { damage = 1 },
  settings = { sight = { default = 25, min = 5, max = 60, doc = "metres" } },
  states = {
    rest = { tick = function(npc)
      local prey = npc:nearest { faction = "prey", within = npc.settings.sihgt }
      if prey then npc:attack(prey) end
    end },
  },
}
