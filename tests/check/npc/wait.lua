-- 9:9 error: there is no 'wait' => npc:after
return behaviour {
  name = "wait",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        wait(2)
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
