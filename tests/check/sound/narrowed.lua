-- Values that may be nil, each shown by other means to be there.
local tactics = require "lib.tactics"

local function valid(c) return c ~= nil and c.health > 0 end

local function alive(npc, id)
  return id ~= nil and npc:exists(id)
end

local function seen(npc)
  local id = npc:nearest { faction = "predator", within = 20 }
  if not id then return nil end
  return npc:look(id)
end

local function has_prey(npc) return npc:count { faction = "prey", within = 9 } > 0 end

local function demand(value, what)
  if value == nil then error("no " .. what) end
  return value
end

return behaviour {
  name = "narrowed",
  body = { radius = 0.4, speed = 4, health = 20, damage = 2, faction = "guard" },
  start = "look",
  states = {
    look = {
      hurt = function(npc, by)
        npc.memory.foe = by
        local c = by and npc:look(by)
        if c and c.distance < 5 then npc:face(c.x, c.y) end
        local d = by and npc:distance(by) or math.huge
        if d < 3 then return "chase" end
      end,
      message = function(npc, from, name, data)
        if type(data) == "table" and type(data.x) == "number" then npc:steer(data.x, npc.y) end
        npc:send(from, name, { x = npc.x })
      end,
      heard = function(npc, what, from)
        local c = npc:look(from)
        if c == nil then return end
        npc:steer(c.x, c.y)
      end,
      tick = function(npc)
        local foe = seen(npc)
        if valid(foe) then npc:face(foe.x, foe.y) end
        if alive(npc, npc.memory.foe) then
          local c = npc:look(npc.memory.foe)
          npc:steer(c.x, c.y)
        end
        if has_prey(npc) then
          local prey = npc:nearest { faction = "prey", within = 9 }
          npc:face(npc:look(prey).x, npc:look(prey).y)
        end
        local ids = npc:all { within = 9 }
        if #ids > 0 then
          local first = npc:look(ids[1])
          npc:say(first.name)
        end
        local best
        for _, id in ipairs(npc:all { within = 20 }) do
          local c = npc:look(id)
          if c and (not best or c.health < best.health) then best = c end
        end
        if best then npc:steer(best.x, best.y) end
        local count, last = 0, nil
        for _, id in ipairs(ids) do
          count, last = count + 1, id
        end
        if count > 0 and npc:sees(last) then return "chase" end
        local x, y
        if npc.health > 10 then x, y = npc:spot(9) else x, y = npc.home_x, npc.home_y end
        if not y then return "chase" end
        npc:steer(x, y)
        local name = if foe then foe.name else "none"
        npc:say(name)
      end,
    },
    chase = {
      enter = function(npc)
        local foe = assert(npc.memory.foe, "no foe")
        npc:attack(foe)
      end,
      tick = function(npc)
        local target = demand(npc:nearest { within = 30 }, "target")
        local there = npc:exists(target)
        if not there then return "look" end
        npc:face(npc:look(target).x, npc:look(target).y)
        local how = tactics.follow(npc, target)
        if how == "blocked" then npc:say("blocked: " .. pathfinder.reason(npc)) end
        local turn = 0
        local next_id = npc.memory.foe
        while next_id and turn < 3 do
          local c = npc:look(next_id)
          if not c then break end
          npc:face(c.x, c.y)
          next_id = npc:nearest { within = c.distance }
          turn += 1
        end
        return "look"
      end,
      leave = function(npc) npc:hold() end,
    },
  },
}
