-- 3:3 warning: returns nothing, but line 13 uses its result => write: return
local function hungry(npc)
  local yes = npc.time > 20
end

return behaviour {
  name = "return_forgotten",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if hungry(npc) then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
