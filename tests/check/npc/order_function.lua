-- 13:25 error: cannot be ordered => meant to be called
local function least(npc)
  return npc.max_health / 4
end

return behaviour {
  name = "order_function",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < least then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
