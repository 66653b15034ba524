-- 9:32 error: no tactical state 'sek' => did you mean 'seek'
return behaviour {
  name = "report_unknown",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        pathfinder.report(npc, "sek")
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
