-- 4:10 error: pathfinder has no 'set_goal'

local function set_off(finder, npc, x, y)
  finder.set_goal(npc, x, y)
end

return behaviour {
  name = "library_handed",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        set_off(pathfinder, npc, 5, 5)
        npc:stop()
      end,
    },
  },
}
