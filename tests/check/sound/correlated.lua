-- Values that may be nil, shown to be there by another value that was set with them.
local Route = {}
Route.__index = Route

function Route.of(cx, cy, size)
  local self = setmetatable({}, Route)
  self.cx, self.cy, self.size = cx, cy, size
  return self
end

-- The last operand of `and` and `or` is a value, not a condition.
function Route:corner(i)
  local dx = (i == 1 or i == 4) and -self.size or self.size
  local dy = i <= 2 and -self.size or self.size
  return self.cx + dx, self.cy + dy
end

local function step(side)
  if side == "north" then return 0, -1 end
  if side == "south" then return 0, 1 end
  if side == "east" then return 1, 0 end
end

-- The closest, and how far it is: set together.
local function closest(npc)
  local best, far
  for _, id in ipairs(npc:all { within = 30 }) do
    local d = npc:distance(id)
    if not best or d < far then
      best, far = id, d
    end
  end
  if not best then return end
  return best, far
end

-- A record is passed as a whole.
local function beats(a, b)
  return a.health > b.health
end

local function rival(npc, claim)
  local own = { id = npc.id, health = npc.health, at = npc.time }
  return claim.at < own.at and beats(claim, { id = own.id, health = own.health, at = own.at })
end

local function nearby(npc)
  local best, far = closest(npc)
  return best and far < 3
end

local function place(npc, far)
  local x, y
  if far then x, y = npc:spot(50) else x, y = npc.home_x, npc.home_y end
  return x, y
end

return behaviour {
  name = "correlated",
  body = { radius = 0.4, speed = 4, health = 20, damage = 2, faction = "guard" },
  start = "look",
  states = {
    look = {
      message = function(npc, _from, _name, data)
        local sign = data and data.omen and data.omen.sign
        if not sign then return end
        local spot = data.omen.places and data.omen.places[1]
        npc.memory.reading = { sign = sign, x = spot and spot[1] or 0 }
        return "read"
      end,
      tick = function(npc)
        local found, best, n = false, nil, 0
        for _, id in ipairs(npc:all { within = 25, hurt = true }) do
          local c = npc:look(id)
          if c and c.distance < 9 then
            found, best, n = true, c, n + 1
          end
        end
        if found then npc:face(best.x, best.y) end
        if nearby(npc) and rival(npc, { id = 1, health = 3, at = 0 }) then npc:stop() end
        if n > 0 then npc:attack(best.id) end
        local foe = npc:nearest { faction = "predator", within = 30 }
        local food = npc:nearest { faction = "prey", within = 30 }
        local close = foe ~= nil and npc.health > 5
        if close then npc:face(npc:look(foe).x, npc:look(foe).y) end
        if foe or food then
          local id
          if foe then id = foe else id = food end
          npc:say(npc:look(id).name)
        end
        local c = foe and npc:look(foe)
        local function away() return 2 * npc.x - c.x, 2 * npc.y - c.y end
        if c then npc:steer(away()) end
        local ids = npc:all { within = 9 }
        local many = #ids
        if many >= 2 then npc:say(npc:look(ids[1]).name) end
      end,
    },
    read = {
      enter = function(npc)
        local r = npc.memory.reading
        npc:say(`{r.sign} at {r.x}`)
        npc:steer(Route.of(npc.x, npc.y, 5):corner(2))
        local x, y = place(npc, false)
        npc:steer(x, y)
      end,
      tick = function(npc)
        local sides = { "north", "south", "east" }
        local dx, dy = step(sides[npc:random(3)])
        local pace
        if npc.health < 5 then pace = 1 elseif npc.health < 10 then pace = 0.5 elseif npc.health >= 10 then pace = 0.3 end
        npc:steer(npc.x + dx, npc.y + dy, pace / 2)
        local best, least
        for i = 0, 7 do
          local d = npc:distance(i, 2 * i)
          if not least or d < least then best, least = i, d end
        end
        for _, side in ipairs(sides) do
          if side ~= "north" then best = best + 1 end
        end
        if npc.state_time > best then return "look" end
      end,
    },
  },
}
