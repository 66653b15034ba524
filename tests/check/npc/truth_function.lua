-- 13:12 warning: this is always true: hungry is a function => call it: hungry(
local function hungry(npc)
  return npc.health < 5
end

return behaviour {
  name = "truth_function",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if hungry then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
