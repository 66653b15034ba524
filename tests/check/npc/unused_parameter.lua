-- 2:26 warning: 'within' is never used, but calls of near give it a value => remove it
local function near(npc, within)
  return npc:nearest { within = 12 }
end

return behaviour {
  name = "unused_parameter",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if near(npc, 20) then npc:stop() end
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
