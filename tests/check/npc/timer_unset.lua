-- 13:20 warning: no creature sets the timer 'wakeup' => did you mean 'wake_up'
return behaviour {
  name = "timer_unset",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      enter = function(npc) npc:after(3, "wake_up") end,
      tick = function(npc)
        if npc.health < 5 then return "flee" end
      end,
      timer = function(_, name)
        if name == "wakeup" or name == "wake_up" then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
