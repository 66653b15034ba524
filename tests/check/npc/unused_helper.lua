-- 2:16 warning: 'far' is never called => remove it
local function far(npc, n)
  return n > 0 and far(npc, n - 1) or npc.x > 9
end

return behaviour {
  name = "unused_helper",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
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
