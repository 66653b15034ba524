-- 11:21 warning: may be nil here: the list may be empty => local found =

return behaviour {
  name = "absent_first",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local ids = npc:all { faction = "predator", within = 20 }
        if npc:sees(ids[1]) then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
