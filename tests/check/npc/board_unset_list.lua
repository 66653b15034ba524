-- 12:31 warning: nothing is posted under => check it first
local function note(npc)
  local trail = npc:board("trail") or {}
  npc:post("trail", trail)
end
return behaviour {
  name = "board_unset_list",
  body = { radius = 0.4, health = 20, speed = 4, faction = "folk", damage = 1 },
  start = "a",
  states = {
    a = { tick = function(npc)
        for _, mark in ipairs(npc:board("trail")) do npc:face(mark.x, mark.y) end
        note(npc)
      end },
  },
}
