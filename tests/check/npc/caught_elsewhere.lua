-- 10:54 error: npc has no 'helth' => did you mean 'health'?

return behaviour {
  name = "caught_elsewhere",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local function risky() npc:say("at " .. (npc.helth + 1)) end
        local fine = pcall(risky)
        if not fine then risky() end
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
