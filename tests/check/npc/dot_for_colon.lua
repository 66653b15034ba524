-- 9:26 error: needs a colon => npc:nearest
return behaviour {
  name = "dot_for_colon",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local near = npc.nearest { faction = "prey", within = 9 }
        if near then return "flee" end
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
