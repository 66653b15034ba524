-- 5:3 error: the keys of 'settings' are names, not of type boolean
return behaviour {
  name = "setting_key",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  settings = { sight = { default = 20, min = 5, max = 60 }, [true] = { default = 1 } },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc:nearest { faction = "predator", within = npc.settings.sight } then npc:say("a wolf") end
      end,
    },
  },
}
