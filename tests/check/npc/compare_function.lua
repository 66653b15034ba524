-- 17:20 warning: they are never equal => "danger"
local function danger(npc)
  return npc.health < 5
end

return behaviour {
  name = "compare_function",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < 5 then return "flee" end
      end,
      heard = function(npc, what)
        if danger(npc) or
           what == danger then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
