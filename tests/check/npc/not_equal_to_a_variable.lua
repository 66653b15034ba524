-- 8:12 warning: `not` applies only to the next value => '~='
return behaviour {
  name = "not_equal_to_a_variable",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk" },
  start = "wait",
  states = { wait = { tick = function(npc)
        local master = npc:nearest { within = 20 }
        if not npc.memory.master == master then
          npc.memory.master = master
        end
      end } },
}
