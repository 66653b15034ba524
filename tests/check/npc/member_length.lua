-- 11:43 error: WORDS has no 'length' => #WORDS
local WORDS = { "hi", "ho" }

return behaviour {
  name = "member_length",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        npc:say(WORDS[npc:random(1, WORDS.length)])
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
