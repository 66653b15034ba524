-- 9:19 error: npc:steer: x must be a number, not a string => npc:steer(x: number
return behaviour {
  name = "argument_type",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:steer("left", 3)
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
