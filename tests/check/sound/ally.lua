-- The attacker is compared with the ally that it remembers, in a function; two states share another one that returns a state's name.
local function same(npc, id) return id == npc.memory.ally end

local function turn_on(npc, by)
  if same(npc, by) then
    local c = npc:look(by)
    npc:say("you, " .. (c and c.name or "friend"))
  end
  return "withdraw"
end

return behaviour {
  name = "ally",
  body = { radius = 0.4, health = 20, faction = "loners" },
  start = "wait",
  states = {
    wait = {
      tick = function(npc) npc.memory.ally = npc.memory.ally or npc:nearest { within = 10 } end,
      hurt = function(npc, by) return turn_on(npc, by) end,
    },
    withdraw = {
      tick = function(npc) if npc.state_time > 3 then return "wait" end end,
      hurt = turn_on,
    },
  },
}
