-- 18:5 warning: a creature never leaves state 'wilt' => return the name of another state
local function finish(npc)
  npc:despawn()
end

local function linger(npc)
  npc:stop()
end

return behaviour {
  name = "state_never_left_helper",
  body = { radius = 0.2, health = 2, faction = "insect" },
  start = "dance",
  states = {
    dance = { tick = function(npc)
      if npc.age > 2 then return "wilt" elseif npc.age > 9 then finish(npc) end
    end },
    wilt = { tick = function(npc) linger(npc) end },
  },
}
