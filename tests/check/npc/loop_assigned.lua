-- 11:15 warning: this loop never ends: nothing in it changes its condition => use if
return behaviour {
  name = "loop_assigned",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local foe = npc:player() or 0
        local gap = npc:distance(foe) or 0
        while gap > 2 do
          npc:stop()
          gap = npc:distance(foe) or 0
        end
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
