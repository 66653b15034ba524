-- 11:24 warning: what is posted under 'den' has no 'x'
return behaviour {
  name = "board_field",
  body = { radius = 0.3, health = 14, speed = 4, faction = "foxes" },
  start = "prowl",
  states = {
    prowl = { tick = function(npc)
        npc:post("den", { npc.x, npc.y })
        local den = npc:board("den")
        if den then
          npc:face(den.x, npc.y)
        end
      end,
    },
  },
}
