-- The sheep dog: waits at its post, fetches sheep that strayed from the pen, and barks until they are home.
local tactics = require "lib.tactics"

local NEAR = 6   -- so near to a sheep it barks, metres

-- The sheep that is nearest, of those outside the pen; nil when there is none in sight.
local function stray(npc)
  local x, y = world.place("pen")
  if not x then return nil end
  for _, id in ipairs(npc:all { faction = "flock", within = npc.settings.sight, visible = true }) do
    local sheep = npc:look(id)
    if sheep and math.distance(x, y, sheep.x, sheep.y) > npc.settings.pen_radius then return id end
  end
end

return behaviour {
  name = "dog",
  body = { radius = 0.4, height = 0.7, speed = 7, turn_rate = 9, health = 30, faction = "herder", glyph = "h" },
  start = "watch",
  settings = {
    sight = { default = 60, min = 5, max = 150, doc = "how far it sees sheep, metres" },
    pen_radius = { default = 5, min = 2, max = 30, doc = "sheep nearer to the pen's middle than this are home, metres" },
  },
  states = {
    watch = {
      mood = "calm",
      enter = function(npc) npc:every(1, "count") end,
      tick = function(npc)
        local x, y = world.place("post")
        if x and npc:distance(x, y) > 1 then tactics.go(npc, x, y, 0.5) else tactics.idle(npc) end
      end,
      timer = function(npc, name)
        npc.memory.sheep = name == "count" and stray(npc) or nil
        if npc.memory.sheep then return "fetch" end
      end,
      leave = function(npc) npc:cancel("count") end,
    },

    fetch = {
      mood = "duty",
      enter = function(npc) npc:every(1, "bark") end,
      tick = function(npc)
        local id = npc.memory.sheep
        local sheep = id and npc:look(id)
        if not sheep or sheep.state == "penned" then
          npc.memory.sheep = stray(npc)
          if not npc.memory.sheep then return "watch" end
        else
          local how = tactics.follow(npc, sheep.id, { stop = 2.5 })
          if how == "blocked" or how == "lost" then return "watch" end
        end
      end,
      timer = function(npc, name)
        local id = npc.memory.sheep
        if name == "bark" and id and (npc:distance(id) or math.huge) < NEAR then
          npc:say("woof")
          npc:shout("bark", NEAR)
        end
      end,
      leave = function(npc) npc:cancel("bark") end,
    },
  },
}
