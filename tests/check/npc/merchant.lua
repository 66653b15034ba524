-- 4:5 warning: state 'fleeing' is never reached: what is extended has no state of this name
return extend {
  states = {
    fleeing = {
      tick = function(npc) npc:stop() end,
    },
  },
}
