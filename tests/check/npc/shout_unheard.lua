-- 13:19 warning: no creature reacts to the shout 'dangr' => did you mean 'danger'
local function call(npc, what)
  npc:shout(what, 20)
end

return behaviour {
  name = "shout_unheard",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        call(npc, "dangr")
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
