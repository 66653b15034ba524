-- Handlers made by a function, and an id that equals one that is known to be there.
local function on(handlers)
  return function(npc, from, name, data)
    local f = handlers[name]
    return f and f(npc, from, data)
  end
end

return behaviour {
  name = "duellist",
  body = { damage = 2 },
  start = "wait",
  states = {
    wait = {
      tick = function(npc)
        local near = npc:nearest { within = 10 }
        if near then
          npc.memory.rival = near
          npc:send(near, "shove")
          return "duel"
        end
      end,
    },
    duel = {
      mood = "attack",
      tick = function(npc)
        npc:attack(npc.memory.rival)
        if npc.state_time > 5 then
          return "wait"
        end
      end,
      hurt = function(npc, by)
        if by == npc.memory.rival then
          npc:send(by, "yield")
          return "wait"
        end
      end,
      message = on {
        shove = function(npc, from) npc:face(npc.x, npc.y + from % 2) end,
        yield = function(npc)
          npc:stop()
          return "wait"
        end,
      },
    },
  },
}
