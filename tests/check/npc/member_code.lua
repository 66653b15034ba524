-- 9:47 error: pathfinder has no 'SEARCH_OKAY' => did you mean 'SEARCH_OK'
return behaviour {
  name = "member_code",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if pathfinder.tick(npc) == pathfinder.SEARCH_OKAY then return "flee" end
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
