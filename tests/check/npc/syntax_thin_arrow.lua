-- 10:59 error: Lua has no '->' => function(npc)
local function count(list, fits) return fits(list[1]) and #list end

return behaviour {
  name = "syntax_thin_arrow",
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc.memory.n = count(npc:all { within = 9 }, (id) -> npc:distance(id) < 5)
      end,
    },
  },
}
