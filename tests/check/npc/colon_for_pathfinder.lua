-- 9:20 error: needs a dot => pathfinder.tick
return behaviour {
  name = "colon_for_pathfinder",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        pathfinder:tick(npc)
        return "flee"
      end,
    },
    flee = {
      tick = function(npc)
        if npc.state_time > 5 then return "rest" end
      end,
    },
  },
}
