-- 9:40 error: there is no state 'rst' to change to => did you mean 'rest'
return behaviour {
  name = "state_unnamed",
  start = "rest",
  states = {
    rest = { tick = function(npc) if npc.health < 5 then return "flee" end end },
    flee = {
      tick = function(npc)
        if npc.health > 10 then return "rst" end
      end,
    },
    { tick = function(npc) npc:stop() end },
  },
}
