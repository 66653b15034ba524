-- Lists that were filled before they are looped over.
local function around(npc)
  local out = {}
  for i = 1, 5 do out[i] = { x = npc.x + i } end
  return out
end

local function square(npc)
  local out = {}
  for x = -1, 1 do
    for y = -1, 1 do table.insert(out, { x = npc.x + x, y = npc.y + y }) end
  end
  return out
end

local function add(list, entry)
  list[#list + 1] = entry
end

return behaviour {
  name = "fills",
  body = { radius = 0.4, speed = 4, health = 20, damage = 2, faction = "guard" },
  start = "look",
  states = {
    look = {
      tick = function(npc)
        local names = {}
        names[1] = { n = npc.x }
        names[2] = { n = 3 }
        local last
        for _, n in ipairs(names) do last = n end
        npc:face(last.n, 1)

        local all = {}
        for i = 1, 5 do all[#all + 1] = npc.x + i end
        local best
        for i = 1, #all do
          if not best or all[i] < best then best = all[i] end
        end
        npc:face(best, 1)
        local least, at = math.huge, nil
        for i, v in ipairs(all) do
          if v < least then least, at = v, i end
        end
        npc:face(at, 1)

        local first
        for _, p in ipairs(around(npc)) do first = first or p end
        npc:face(first.x, 1)
        local goal, most = nil, -math.huge
        for _, p in ipairs(square(npc)) do
          local far = npc:distance(p.x, p.y)
          if far > most then goal, most = p, far end
        end
        npc:steer(goal.x, goal.y)

        local grid = {}
        for i = 1, 8 do grid[i] = {} end
        local cell
        for _, row in ipairs(grid) do cell = row end
        cell.x = 1
        npc:face(cell.x, 1)

        local names_of_all = {}
        add(names_of_all, npc.name)
        local final
        for _, name in ipairs(names_of_all) do final = name end
        npc:say("after " .. final)
        if npc.state_time > 3 then return "rest" end
      end,
    },
    rest = { tick = function(npc) if npc.state_time > 3 then return "look" end end },
  },
}
