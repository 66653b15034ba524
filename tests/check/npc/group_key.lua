-- 11:67 warning: no creature posts the key of a group's board 'prei' => did you mean 'prey'
return behaviour {
  name = "group_key",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "pack" },
  start = "rest",
  states = {
    rest = {
      enter = function(npc) group.join("wolves", npc) end,
      tick = function(npc)
        group.post("wolves", "prey", npc.id)
        if group.board("wolves", "prey") or group.board("wolves", "prei") then npc:say("prey") end
      end,
    },
  },
}
