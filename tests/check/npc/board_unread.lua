-- 9:18 warning: no creature reads the board key 'preys' => did you mean 'prey'
local KEY = "prey"
return behaviour {
  name = "board_unread",
  body = { radius = 0.4, height = 1, health = 20, speed = 4, faction = "pack" },
  start = "rest",
  states = {
    rest = { tick = function(npc)
        npc:post("preys", npc:nearest { behaviour = "board_unread", within = 20 })
        npc:post(KEY, npc:board(KEY) or npc.id)
      end,
    },
  },
}
