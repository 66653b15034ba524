-- 9:20 warning: the result of pathfinder.reason is unused => local found = pathfinder.reason
return behaviour {
  name = "unused_pathfinder",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      on_path = function(npc, code)
        pathfinder.reason(npc)
        if code == pathfinder.MAP_FAILED then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
