-- 8:31 error: the format has 2 places, but gets 1 value => each % takes one
return behaviour {
  name = "format_values",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        npc:say(string.format("%s: %d deer", npc:count { within = 9 }))
      end },
  },
}
