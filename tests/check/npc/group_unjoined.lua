-- 10:25 warning: no creature joins the group 'pakc' => did you mean 'pack'
return behaviour {
  name = "group_unjoined",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "pack" },
  start = "rest",
  states = {
    rest = {
      enter = function(npc) group.join("pack", npc) end,
      tick = function(npc)
        if group.leader("pakc") == npc.id and group.size("pack") > 2 then npc:say("follow me") end
      end,
    },
  },
}
