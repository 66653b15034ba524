-- 11:54 warning: no message carries 'foe'
return behaviour {
  name = "message_field",
  body = { radius = 0.4, health = 20, speed = 4, faction = "scouts" },
  start = "watch",
  states = {
    watch = {
      tick = function(npc)
        npc:send(npc.id, "alarm", { target = npc.id, at = npc.time })
      end,
      message = function(npc, _, name, data) if data.foe == nil or name ~= "alarm" then npc:stop() end end,
    },
  },
}
