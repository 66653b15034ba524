-- 17:26 error: burrow(…) contains itself, and cannot be kept in memory => keep numbers or names
local function burrow(npc)
  local front = { x = npc.x }
  local back = { next = front }
  front.next = back
  return front
end

return behaviour {
  name = "memory_circle_helper",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local here = npc.x
        npc.memory.den = burrow(npc)
        npc:steer(npc.memory.den.x, here)
        if npc.state_time > 3 then return "wait" end
      end,
    },
    wait = { tick = function(npc) if npc.state_time > 2 then return "rest" end end },
  },
}
