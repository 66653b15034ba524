-- 2:32 error: a parameter has no default value => metres = metres or 5
local function far(npc, metres = 5)
  return npc:distance(npc.home_x, npc.home_y) > metres
end

return behaviour {
  name = "syntax_default",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:stop()
      end,
    },
  },
}
