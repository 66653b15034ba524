-- 9:20 error: pathfinder has no 'set_postion_target' => did you mean 'set_position_target'
return behaviour {
  name = "member_pathfinder",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        pathfinder.set_postion_target(npc, 3, 4)
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
