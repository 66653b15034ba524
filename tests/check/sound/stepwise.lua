local b = { name = "stepwise", start = "idle" }
b.body = { radius = 0.4, speed = 3 }
b.states = {}
local function on_hurt(npc, by, amount)
  npc.memory.pain = (npc.memory.pain or 0) + amount
  if amount > 5 then return "away" end
end
for _, name in ipairs({ "idle", "away" }) do
  b.states[name] = { hurt = on_hurt }
end
function b.states.idle.tick(npc)
  npc:stop()
  if (npc.memory.pain or 0) > 10 then return "away" end
end
b.states.away.tick = function(npc)
  local x, y = npc:spot(12)
  if x then npc:steer(x, y, 0.8) end
  return npc.state_time > 4 and "idle" or nil
end
b.on_reload = function(npc, old_version)
  if old_version < 3 then npc.memory.pain = nil end
end
return behaviour(b)
