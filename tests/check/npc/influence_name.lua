-- 5:21 error: influence.at: there is no influence layer 'thraet' => did you mean 'threat'?
return behaviour {
  name = "influence_name", start = "s",
  states = { s = { tick = function(npc)
    if influence.at("thraet", npc.x, npc.y) > 1 then npc:stop() end
  end } },
}
