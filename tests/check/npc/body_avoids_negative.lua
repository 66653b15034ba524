-- 3:32 error: body.avoids.threat is -1; it must lie above 0, up to 100
return behaviour {
  body = { avoids = { threat = -1 } },
  name = "body_avoids_negative", start = "s",
  states = { s = { tick = function(npc) npc:stop() end } },
}
