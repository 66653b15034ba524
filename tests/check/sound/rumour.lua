-- What is written under a key changes the table, not the key.
local TOPICS = { "the miller", "the old bridge" }

local function learn(npc, topic, size)
  local known = npc.memory.known
  known[topic] = size
end

return behaviour {
  name = "rumour",
  body = { radius = 0.4, health = 20, faction = "folk" },
  start = "walk",
  states = {
    walk = {
      enter = function(npc) npc.memory.known = npc.memory.known or {} end,
      tick = function(npc) learn(npc, TOPICS[npc:random(#TOPICS)], npc.time) end,
    },
  },
}
