-- States that are changed in a loop before they are handed over, and some that are added on a condition.
local states = {
  crawl = { tick = function(npc) if npc.state_time > 4 then return "eat" end end },
  eat = { tick = function(npc) if npc.state_time > 2 then return "crawl" end end },
  shell = { tick = function(npc) if npc.state_time > 4 then return "crawl" end end },
}

for name, state in pairs(states) do
  if name ~= "shell" then
    state.hurt = function() return "shell" end
  end
end

return behaviour {
  name = "snail_states",
  body = { radius = 0.12, health = 4, faction = "slow" },
  start = "crawl",
  states = states,
}
