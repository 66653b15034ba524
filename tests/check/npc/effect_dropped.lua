-- 13:9 warning: the result of far is unused => local found = far
local function far(npc)
  return npc:distance(npc.home_x, npc.home_y) > 9
end

return behaviour {
  name = "effect_dropped",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        far(npc)
        if far(npc) then npc:stop() end
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
