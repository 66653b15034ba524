-- 9:31 error: needs a table that describes what => within
return behaviour {
  name = "filter_word",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        local p = npc:nearest("prey")
        if p then return "flee" end
        return "flee"
      end,
    },
    flee = {
      tick = function(npc)
        if npc.state_time > 5 then return "rest" end
      end,
    },
  },
}
