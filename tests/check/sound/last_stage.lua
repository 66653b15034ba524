-- Stages of a life: the last one lasts. A state that a blow leads to is left again; the other is reached by age.
local function finish(npc)
  npc:despawn()
end

local function linger(npc)
  npc:stop()
end

return behaviour {
  name = "last_stage",
  body = { radius = 0.2, health = 2, faction = "insect" },
  start = "dance",
  states = {
    dance = {
      tick = function(npc)
        if npc.age > 9 then finish(npc) elseif npc.age > 2 then return "wilt" end
      end,
      hurt = function() return "cower" end,
    },
    cower = { tick = function(npc) if npc.state_time > 2 then return "dance" end end },
    wilt = { tick = function(npc) linger(npc) end },
  },
}
