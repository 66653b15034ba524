-- 15:12 warning: foe may be nil here: there may be no match => if foe then
local function seen(npc)
  local id = npc:nearest { faction = "predator", within = 20 }
  return id and npc:look(id)
end

return behaviour {
  name = "absent_helper",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local foe = seen(npc)
        if foe.distance < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
