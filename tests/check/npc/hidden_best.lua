-- 12:38 warning: 'best' is never used => it hides the 'best' of line 10: to set that one, leave out 'local'

return behaviour {
  name = "hidden_best",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = { tick = function(npc)
        local near = npc:all { faction = "prey", within = 9, visible = true }
        local best
        for _, id in ipairs(near) do
          if npc:sees(id) then local best = id end
        end
        if best then npc:say("there") end
      end },
  },
}
