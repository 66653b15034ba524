-- 12:16 warning: the condition on line 10 holds too => the narrower one first
return behaviour {
  name = "comparison_implied",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        local other = npc:look(npc:nearest { within = 15 } or 0)
        if not other then return end
        if other.distance < 10 then
          npc:say("ssss")
        elseif other.distance < 2 then
          npc:stop()
        end
      end },
  },
}
