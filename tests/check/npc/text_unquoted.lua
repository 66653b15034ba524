-- 9:36 error: there is no => faction = "prey"
return behaviour {
  name = "text_unquoted",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc:nearest { faction = prey, within = 9 } then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
