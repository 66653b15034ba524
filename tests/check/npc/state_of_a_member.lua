-- 5:77 error: there is no state 'bask' to change to => basking
local states = {}
states.basking = { tick = function(npc) if npc.state_time > 3 then return "crawling" end end }
states.crawling = {
  tick = function(npc) if npc.state_time > 12 or npc.health < 5 then return "bask" end end,
}
return behaviour {
  name = "state_of_a_member",
  body = { radius = 0.3, health = 60, speed = 1, faction = "shelled" },
  start = "basking",
  states = states,
}
