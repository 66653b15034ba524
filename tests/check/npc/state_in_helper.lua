-- 4:10 error: there is no state 'flea' => did you mean 'flee'
local function alarm(npc)
  npc:shout("danger", 10)
  return "flea"
end

return behaviour {
  name = "state_in_helper",
  start = "rest",
  states = {
    rest = { tick = function(npc) if npc.health < 5 then return alarm(npc) end return "flee" end },
    flee = { tick = function(npc) return "rest" end },
  },
}
