-- 9:24 error: takes 1 value but gets 2 => npc:say(line
return behaviour {
  name = "argument_extra",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:say("one", "two")
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
