-- 3:3 error: this does nothing => write return before it
local function far(npc)
  npc.x > 9
end

return behaviour {
  name = "syntax_no_return",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        if far(npc) then return "flee" end
      end,
    },
    flee = { tick = function(npc) if npc.state_time > 5 then return "rest" end end },
  },
}
