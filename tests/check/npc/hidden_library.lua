-- 9:15 warning: 'math' hides the library => another name
return behaviour {
  name = "hidden_library",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local math = npc.x + npc.y
        npc:steer(math, math)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
