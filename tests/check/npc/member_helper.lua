-- 3:14 error: npc has no 'spede' => did you mean 'speed'
local function nearby(npc)
  return npc.spede > 1
end

return behaviour {
  name = "member_helper",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        return nearby(npc) and "flee" or nil
      end,
    },
    flee = {
      tick = function(npc)
        if npc.state_time > 5 then return "rest" end
      end,
    },
  },
}
