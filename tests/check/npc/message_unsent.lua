-- 13:38 warning: no creature sends the message 'com' => did you mean 'come'
return behaviour {
  name = "message_unsent",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:send(3, "come")
        if npc.health < 5 then return "flee" end
      end,
      message = function(_, _, name)
        if name == "come" or name == "com" then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
