-- 3:23 error: there is no influence layer 'thraet' => did you mean 'threat'?
return behaviour {
  body = { avoids = { thraet = 4 } },
  name = "body_avoids", start = "s",
  states = { s = { tick = function(npc) npc:stop() end } },
}
