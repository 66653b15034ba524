-- 9:20 warning: returns a code first => local code, x, y
return behaviour {
  name = "code_for_x",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        local m = npc.memory
        m.x, m.y = pathfinder.next_waypoint(npc)
        if m.x then npc:face(npc.x, m.y) end
      end },
  },
}
