-- 9:36 warning: there is no code 'SEARCH_OKAY' => did you mean 'SEARCH_OK'
return behaviour {
  name = "compare_code",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if pathfinder.tick(npc) == "SEARCH_OKAY" then return "flee" end
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
