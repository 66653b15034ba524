-- 11:27 error: pace must be a number => for example pace = 1
local function go(npc, how) npc:steer(1, 2, how.pace) end
local run = go
return behaviour {
  name = "options_renamed",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        run(npc, { pace = "fast" })
        if npc.health < 10 then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
