-- 9:15 warning: this loop never ends => use if
return behaviour {
  name = "while_walking",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        local to = npc.memory.to
        while npc:distance(to.x, to.y) > 1 do
          npc:steer(to.x, to.y, 1)
        end
        npc.memory.to = nil
      end,
      enter = function(npc) npc.memory.to = { x = npc.x, y = npc.y } end },
  },
}
