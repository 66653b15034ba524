-- 9:33 error: cannot be sent => messages and boards carry
return behaviour {
  name = "post_function",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:post("alarm", { f = function() end })
        if npc:board("alarm") then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
