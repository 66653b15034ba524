-- What is not equal to itself is no number.
local function is_number(v)
  return v == v and v ~= math.huge
end

return behaviour {
  name = "nan",
  start = "s",
  states = { s = { tick = function(npc)
    if is_number(npc.x / npc.speed) then npc:stop() end
  end } },
}
