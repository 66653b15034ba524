-- 9:33 error: needs npc => pathfinder.tick(npc
return behaviour {
  name = "npc_missing_pathfinder",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local code = pathfinder.tick()
        if code == pathfinder.SEARCH_OK then return "flee" end
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
