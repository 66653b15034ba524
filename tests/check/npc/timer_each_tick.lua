-- 9:13 warning: npc:every in each tick sets the timer again => set it in enter
return behaviour {
  name = "timer_each_tick",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk" },
  start = "light",
  states = {
    light = {
      tick = function(npc)
        npc:every(3, "lamp")
        npc:stop()
      end,
      timer = function(npc, name) if name == "lamp" then npc:say("on") end end,
    },
  },
}
