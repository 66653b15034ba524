-- 9:43 error: pathfinder.set_moving_target: a creature cannot follow itself => the id of another one

return behaviour {
  name = "follows_itself",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = { enter = function(npc)
        pathfinder.set_moving_target(npc, npc.id)
      end },
  },
}
