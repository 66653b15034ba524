-- 13:9 warning: which is not returned here => return hunt
local function hunt(npc, prey)
  npc.memory.prey = prey
  return "flee"
end

return behaviour {
  name = "state_not_returned",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        hunt(npc, 3)
        if npc.health < 3 then return "flee" end
      end,
    },
    flee = { tick = function(npc) return "rest" end },
  },
}
