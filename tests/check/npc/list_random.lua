-- 11:30 warning: lists begin at 1, but WORDS is read at a number that may be 0 => npc:random(1, #WORDS)
local WORDS = { "a", "b" }

return behaviour {
  name = "list_random",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local i = npc:random(0, #WORDS - 1)
        npc:say(WORDS[i] or "")
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
