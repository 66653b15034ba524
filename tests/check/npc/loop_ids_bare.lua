-- 10:22 error: a loop over 'npc:all(…)' without pairs has no fixed order => write: for _, id in ipairs(npc:all(…)) do
return behaviour {
  name = "loop_ids_bare",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey", damage = 2, reach = 1 },
  start = "rest",

  states = {
    rest = {
      tick = function(npc)
        for _, id in npc:all { within = 5 } do
          npc:attack(id)
        end
        if npc.state_time > 3 then
          return "wait"
        end
      end,
    },
    wait = {
      tick = function(npc)
        if npc.state_time > 2 then
          return "rest"
        end
      end,
    },
  },
}
