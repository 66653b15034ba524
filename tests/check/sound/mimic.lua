-- Sound: no body, one state, pcall, string work, nested functions with variables of their own, numbers as text.
local WORDS = { hello = "Hello!", bye = "Bye." }

local function make(step)
  return function(n) return n + step end
end
local up = make(2)

local function safe(npc, id)
  local ok, seen = pcall(function() return npc:look(id) end)
  if ok and seen then return seen.name, seen.x, seen.y end
  return nil
end

return behaviour {
  name = "mimic",
  start = "only",
  states = {
    only = {
      tick = function(npc)
        local m = npc.memory
        m.n = up(m.n or 0)
        m.list = m.list or { 1, 2, 3 }
        m["last seen"] = npc.time
        local total = 0
        for i, v in ipairs(m.list) do total = total + i * v end
        for k, v in pairs(m) do
          if type(v) == "number" and v > 1e6 then m[k] = nil end
        end
        local other = npc:player() or npc:nearest { within = 12 }
        if not other then return npc:stop() end
        local name, x, y = safe(npc, other)
        if name and x then
          npc:face(x, y)
          npc:say((WORDS[m.n % 2 == 0 and "hello" or "bye"]) .. " " .. name:upper():sub(1, 5) .. " " .. total)
          npc:send(other, "hello", { n = m.n, words = { "a", "b" } })
        end
        local code = pathfinder.tick(npc)
        local fine = code == pathfinder.SEARCH_OK or code == pathfinder.NO_NEW_PATH
        if code == "NO_TARGET" then pathfinder.set_position_target(npc, world.width / 2, world.height / 2) end
        local at, wx, wy = pathfinder.next_waypoint(npc)
        if fine and at ~= pathfinder.NO_TARGET then npc:steer(wx, wy, m.n % 3 / 3) end
        if tonumber("12") == 12 and string.len("x") == 1 and #"abc" == 3 then m.top = math.max(1, 2, 3) end
        return nil
      end,
      heard = function(npc, what)
        npc.memory.heard = what
      end,
      hurt = function() end,
      message = function(npc, from, name)
        if name == "hello" then npc.memory.heard = from end
      end,
    },
  },
}
