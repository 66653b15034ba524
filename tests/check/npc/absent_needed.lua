-- 15:19 warning: id may be nil here: there may be no match, and line 3 needs it => if id then
local function turn(npc, id)
  local far = npc:distance(id) or 0
  if far > 2 then npc:face(npc.home_x, npc.home_y) end
end

return behaviour {
  name = "absent_needed",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local id = npc:nearest { faction = "predator", within = 20 }
        turn(npc, id)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
