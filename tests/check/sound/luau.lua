-- Luau syntax.
local LIMITS = { low = 5, high = 10 }
local function bump(t, k: string, by: number?)
  t[k] = (t[k] or 0) + (by or 1)
  return t[k]
end
return behaviour {
  name = "luau",
  start = "watch",
  states = {
    watch = {
      tick = function(npc)
        local total, near = 0, nil
        for i, id in ipairs(npc:all { within = 30, limit = 8 }) do
          local c = npc:look(id)
          if not c or c.faction == "vermin" then continue end
          total += c.health
          if near == nil or c.distance < near.distance then near = c end
          if i >= 5 then break end
        end
        local mood = if total > 100 then "glad" elseif total > 10 then "calm" else "alone"
        npc.memory.mood = mood
        npc:say(`{npc.name} is {mood}, {total // 1} of {LIMITS.high}`)
        if near and near.state == "attack" then npc.memory.foe = near.id end
        local n = bump(npc.memory, "n")
        if n % LIMITS.low == 0 then return if npc.memory.foe then "hide" else nil end
        return nil
      end,
      message = function(npc, from, name, data)
        if name == "come" and type(data) == "table" then
          npc:steer(data.x, data.y)
          npc.memory.caller = from
        elseif name == "count" then
          npc:send(from, if data then "come" else "count", { n = npc.memory.n, list = npc:all { within = 5 } })
        end
      end,
    },
    hide = {
      tick = function(npc)
        npc.memory.foe = nil
        local ok, err = pcall(function() npc:steer(npc.home_x, npc.home_y, 0.5) end)
        if not ok then print("no:", err) end
        repeat
          local x = npc:random()
        until x > 0.1
        if npc.state_time > 2 then return "watch" end
      end,
    },
  },
}
