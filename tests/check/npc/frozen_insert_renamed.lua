-- 11:16 error: 'seen' is at the top of the file => keep what changes in npc.memory.seen
local seen = {}
local insert = table.insert
return behaviour {
  name = "frozen_insert_renamed",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        insert(seen, npc.id)
        if npc.health < 10 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
