-- 10:44 warning: this is always true: both conditions are about one value => did you mean 'and'
return behaviour {
  name = "repeated_or",
  body = { radius = 0.4, health = 20, speed = 4, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local code = pathfinder.tick(npc)
        if code ~= pathfinder.SEARCH_OK or code ~= pathfinder.NO_NEW_PATH then npc:stop() end
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
