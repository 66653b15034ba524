-- Tables in memory that get keys of the world, a callback that counts, and a list with gaps.
local function vowels(text)
  local n = 0
  text:gsub("[aeiou]", function() n += 1 end)
  return n
end

local function bump(counts, key) counts[key] = (counts[key] or 0) + 1 end

local function book(npc)
  npc.memory.book = npc.memory.book or {}
  return npc.memory.book
end

local function tally(npc)
  local m = npc.memory
  if m.kinds == nil then m.kinds = {} end
  if not m.areas then m.areas = {} end
  if not m.visits then m.visits = {} end
  for _, id in ipairs(npc:all { within = 30, limit = 5 }) do
    local c = npc:look(id)
    if c then
      local visits = m.visits
      m.kinds[c.behaviour] = (m.kinds[c.behaviour] or 0) + 1
      visits[c.behaviour] = { came = 1 }
      bump(m.areas, c.faction)
      book(npc)[c.behaviour] = vowels(c.behaviour)
    end
  end
end

local function closest(npc)
  local found = table.pack(npc:nearest { faction = "prey", within = 10 }, npc:nearest { within = 30 }, npc:player())
  for i = 1, found.n do
    if found[i] then return found[i] end
  end
end

return behaviour {
  name = "counter",
  body = { faction = "folk", speed = 3 },
  start = "count",
  states = {
    count = {
      tick = function(npc)
        tally(npc)
        local m = npc.memory
        if m.kinds and (m.kinds.deer or 0) > 20 then npc:say("deer") end
        if m.areas and m.areas.prey then npc:say("prey") end
        if m.visits and m.visits.deer then npc:say("came") end
        if m.book and m.book.deer then npc:say("known") end
        local id = closest(npc)
        local c = id and npc:look(id)
        if c then npc:steer(c.x, c.y, 0.5) end
      end,
    },
  },
}
