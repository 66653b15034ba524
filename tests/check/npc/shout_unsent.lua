-- 13:20 warning: no creature sends the shout 'preyy' => did you mean 'prey'
return behaviour {
  name = "shout_unsent",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
        if npc.health < 5 then return "flee" end
      end,
      heard = function(_, what)
        if what == "preyy" then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
