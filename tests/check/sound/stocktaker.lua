-- A board that is asked before it is used, or filled when the life begins; a timer that is set again to be due later elsewhere.
return behaviour {
  name = "stocktaker",
  body = { radius = 0.4, health = 20, faction = "guild" },
  start = "count",
  states = {
    count = {
      enter = function(npc) npc:post("shelf", { rows = 3 }) end,
      tick = function(npc)
        npc:after(2, "idle")
        npc:post("stock", (npc:board("stock") or 0) + 1)
        npc:post("best", { value = npc.time })
        local best = npc:board("best")
        if best and best.value > 5 or npc.health < 0.5 * npc.max_health then return "rest" end
        if npc.state_time > 1 and npc:board("shelf").rows > 2 then
          npc:send(npc.id, "note", { at = npc.time, why = "full" })
        end
      end,
      message = function(npc, _, name, data)
        if name == "note" and data.why == "full" then npc.memory.at = data.at end
        return npc.memory.at and "rest" or nil
      end,
    },
    rest = {
      timer = function(_, name) if name == "idle" then return "count" end end,
    },
  },
}
