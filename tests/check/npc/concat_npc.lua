-- 9:26 error: cannot join npc to a string => npc.name
return behaviour {
  name = "concat_npc",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        print("I am " .. npc)
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
