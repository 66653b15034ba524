-- 14:14 error: 'ROUTE' is at the top of the file => npc.memory.ROUTE
local ROUTE = { 1, 2, 3 }
local function step(route)
  table.remove(route, 1)
end

return behaviour {
  name = "write_top_helper",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        step(ROUTE)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rest" end
      end,
    },
  },
}
