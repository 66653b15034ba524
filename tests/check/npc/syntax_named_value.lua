-- 8:42 error: named values are written in braces => { faction =
return behaviour {
  name = "syntax_named_value",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local prey = npc:nearest(faction = "prey", within = 9)
        if prey then npc:attack(prey) end
      end,
    },
  },
}
