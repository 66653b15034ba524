return behaviour {
  name = "numerals",
  body = { radius = 0.4, speed = 4, health = 20, damage = 2, faction = "guard" },
  start = "look",
  states = {
    look = {
      tick = function(npc)
        npc:face(tonumber("ff", 16) + 1, tonumber("0x10") + 1)
        npc:face(tonumber(" 12 ") + 1, tonumber("1e3") + tonumber("-0x2"))
        npc:face("0x10" + 1, "2" * 3)
        if npc.state_time > 3 then return "rest" end
      end,
    },
    rest = { tick = function(npc) if npc.state_time > 3 then return "look" end end },
  },
}
