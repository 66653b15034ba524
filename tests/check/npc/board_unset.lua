-- 8:23 warning: nothing is posted under 'stock' at first => or check it first
return behaviour {
  name = "board_unset",
  body = { radius = 0.1, health = 1, speed = 3, faction = "colony" },
  start = "carry",
  states = {
    carry = { tick = function(npc)
        local stock = npc:board("stock") + 1
        npc:post("stock", stock)
      end,
    },
  },
}
