-- 8:48 warning: no creature posts the board key 'strays' => did you mean 'stray'
return behaviour {
  name = "board_unposted",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "herder" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc) npc:say(#(npc:board("strays") or {})) npc:post("stray", npc:board("stray") or npc.id) end,
    },
  },
}
