-- Sound: everything built up step by step, states added later, upper-case helpers, other names for npc, lists and sorting.
local tactics = require("lib.tactics")

local LIMIT = 3
local b = {
  name = "shepherd",
  body = { radius = 0.5, speed = 4, damage = 2 },
  start = "watch",
  states = {},
}
b.body.faction = "folk"
b.body["glyph"] = 'S'

local function flock(me)
  local ids = me:all { behaviour = "deer", within = 40, limit = 10 }
  local list = {}
  for _, id in ipairs(ids) do
    local seen = me:look(id)
    if seen and seen.health > 0 then table.insert(list, { id = id, d = seen.distance }) end
  end
  table.sort(list, function(a, c) return a.d > c.d end)
  return list
end

local function names(list)
  local out = {}
  for i, entry in list and ipairs(list) or ipairs({}) do out[i] = tostring(entry.id) end
  return table.concat(out, ", ")
end

b.states.watch = {
  tick = function(me)
    local list = flock(me)
    if #list == 0 then
      tactics.wander(me, 20, 0.5)
      return
    end
    local first = list[1]
    me.memory.sheep = first.id
    me.memory.log = me.memory.log or {}
    local log = me.memory.log
    log[#log + 1] = first.d
    while #log > LIMIT do table.remove(log, 1) end
    print(string.format("%d of %d: %s", me.id, #list, names(list)), ("x"):rep(3))
    if first.d > 12 then return "fetch" end
  end,
}

b.states.fetch = {
  enter = function(me)
    me.memory.since = me.time
  end,
  tick = function(me)
    local how = tactics.follow(me, me.memory.sheep, { stop = 3, pace = 0.8 })
    if how == "arrived" then
      return "watch"
    elseif how == "lost" or how == "blocked" or me.time - me.memory.since > 30 then
      me.memory.sheep = nil
      return "watch"
    end
    local wolf = me:nearest({ faction = "predator", within = 20, visible = true })
    local goal = if wolf then "guard" else nil
    return goal
  end,
}

b.states.guard = {
  tick = function(me)
    local wolf, near = me:nearest { faction = "predator", within = 25 }, nil
    if wolf then near = me:distance(wolf) end
    if not wolf or (near and near > 20) then return "watch" end
    if me:in_reach(wolf) then me:attack(wolf) end
    local seen = me:look(wolf)
    if seen ~= nil and seen.state == "flee" then
      return "watch"
    end
    repeat
      local again = me:random(1, 6)
      if again == 6 then me:shout("danger", 15) end
    until again < 6 or me:random() < 0.5
    tactics.follow(me, wolf, { charge = true })
  end,
  leave = function(me) me:hold() end,
}

for _, state in pairs(b.states) do
  state.heard = function(me, what, from)
    if what:find("help", 1, true) and me:exists(from) then
      me.memory.caller = from
    end
  end
end

return behaviour(b)
