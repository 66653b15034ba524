-- 2:27 error: a parameter has no default value => metres = metres or 5
local function far(metres = 5)
  return metres
end

return behaviour {
  name = "syntax_default_first",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "prey", damage = 2, reach = 1 },
  start = "rest",

  states = {
    rest = {
      tick = function(npc)
        npc:steer(far(), npc.y)
        if npc.state_time > 3 then
          return "wait"
        end
      end,
    },
    wait = {
      tick = function(npc)
        if npc.state_time > 2 then
          return "rest"
        end
      end,
    },
  },
}
