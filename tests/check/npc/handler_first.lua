-- 12:50 error: cannot join code to a string => the handler is called with (npc, code)
return behaviour {
  name = "handler_first",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
        if npc.health < 5 then return "flee" end
      end,
      on_path = function(code) print("path: " .. code) end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
