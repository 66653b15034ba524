-- 11:17 warning: this loop begins at 0 => ipairs(WORDS)
local WORDS = { "a", "b" }

return behaviour {
  name = "loop_from_zero",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        for i = 0, #WORDS do npc:say(WORDS[i] or "") end
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
