-- 13:20 warning: hurry: how is 3; it is a share => 0.5 half
local function hurry(npc, how)
  npc:steer(npc.home_x, npc.home_y, how or 1)
end

return behaviour {
  name = "range_pace_helper",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        hurry(npc, 3)
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
