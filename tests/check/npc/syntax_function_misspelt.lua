-- 2:7 error: not a word of Lua => function
local fucntion far(npc)
  return npc.x > 9
end

return behaviour {
  name = "syntax_function_misspelt",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
