-- 11:40 warning: npc.memory.goal has no 'pace': nothing ever writes it => there is: x, y
return behaviour {
  name = "memory_inside",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.goal = { x = npc.x, y = npc.y }
        local goal = npc.memory.goal
        npc:steer(goal.x, goal.y, goal.pace or 1)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
