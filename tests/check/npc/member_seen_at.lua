-- 10:24 error: has no 'seenat' => seen_at
return behaviour {
  name = "member_seen_at",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local foe = npc:look(npc:player() or 1)
        if foe and foe.seenat < 5 then npc:stop() end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
