-- A life that a helper ends.
local function stage(npc)
  if npc.state_time > 1 then
    npc:despawn()
    return nil
  end
  if npc.health < 1 then return "wilt" end
end

return behaviour {
  name = "mayfly_helper",
  body = { radius = 0.2, health = 2, faction = "insect" },
  start = "dance",
  states = {
    dance = { tick = function(npc) if npc.age > 2 then return "wilt" end end },
    wilt = { tick = function(npc) return stage(npc) end },
  },
}
