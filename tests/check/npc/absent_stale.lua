-- 4:13 warning: foe may be nil here: the creature may be gone => if foe then
local function chase(npc, id)
  local foe = npc:look(id)
  npc:steer(foe.x, foe.y)
end

return behaviour {
  name = "absent_stale",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      hurt = function(npc, by)
        npc.memory.foe = by
      end,
      tick = function(npc)
        if npc.memory.foe then chase(npc, npc.memory.foe) end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
