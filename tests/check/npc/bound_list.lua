-- 11:20 error: it is a table => #LINES
local LINES = { "one", "two" }

return behaviour {
  name = "bound_list",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        for i = 1, LINES do npc:say(LINES[i]) end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
