-- A group whose name a helper takes, and one with a name that is worked out.
local function with_kin(npc, name)
  group.join(name, npc)
  return group.leader(name)
end

return behaviour {
  name = "kin",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "kin" },
  start = "rest",
  states = {
    rest = {
      tick = function(npc)
        group.join("house " .. npc.id % 3, npc)
        if with_kin(npc, "kin") == npc.id then group.post("kin", "home", { x = npc.home_x }) end
        local home = group.board("kin", "home")
        if home then npc:say(tostring(home.x)) end
      end,
    },
  },
}
