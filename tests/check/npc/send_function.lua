-- 9:37 error: cannot be sent => messages and boards carry
return behaviour {
  name = "send_function",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:send(3, "hello", { cb = function() end })
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
      message = function(_, _, name) return name == "hello" and "rest" or nil end,
    },
  },
}
