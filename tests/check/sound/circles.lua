-- Tables that refer to each other, but not where they are kept.
return behaviour {
  name = "circles",
  body = { radius = 0.4, speed = 4, health = 20, damage = 2, faction = "guard" },
  start = "look",
  states = {
    look = {
      tick = function(npc)
        local a, b = { x = 1 }, { x = 2 }
        a.next = b
        b = { x = 3 }
        b.prev = a
        npc.memory.a = a
        npc:say(npc.memory.a.x .. b.x)

        local from = { x = 1 }
        local to = { x = 2 }
        from.next = to
        npc.memory.b = from
        from.next = nil
        to.prev = from
        npc:say(npc.memory.b.x .. to.x)

        local parent = { n = 1 }
        local child = { n = 2, up = parent }
        parent.kid = child
        parent.kid = nil
        npc.memory.c = parent
        npc:say(npc.memory.c.n .. child.n)

        local ring = { n = 1 }
        if npc.health < 5 then
          ring.ring = ring
          npc:say("closed " .. ring.n)
        else
          npc.memory.d = ring
          npc:say(npc.memory.d.n)
        end
        if npc.state_time > 3 then return "rest" end
      end,
    },
    rest = { tick = function(npc) if npc.state_time > 3 then return "look" end end },
  },
}
