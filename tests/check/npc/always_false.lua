-- 10:16 warning: this is always false: near is a list => write #near == 0

return behaviour {
  name = "always_false",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = { tick = function(npc)
        local near = npc:all { faction = "prey", within = 9, visible = true }
        if not near then npc:stop() end
      end },
  },
}
