-- 15:19 warning: best may be nil here: not every path => if best then

return behaviour {
  name = "absent_loop",
  body = { radius = 0.5, speed = 4, health = 20, damage = 3, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local best = nil
        for _, id in ipairs(npc:all { faction = "prey", within = 20 }) do
          local c = npc:look(id)
          if c and (best == nil or c.health < best.health) then best = c end
        end
        npc:steer(best.x, best.y)
        if npc.health < 5 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
