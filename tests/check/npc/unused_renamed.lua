-- 10:9 warning: the result of pathfinder.reachable is unused => local found = pathfinder.reachable
local reachable = pathfinder.reachable
return behaviour {
  name = "unused_renamed",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        reachable(npc, 1, 2)
        if npc.health < 10 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
