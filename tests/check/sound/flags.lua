-- Loops that a flag ends.
return behaviour {
  name = "flags",
  body = { radius = 0.4, speed = 4, health = 20, damage = 2, faction = "guard" },
  start = "look",
  states = {
    look = {
      tick = function(npc)
        local done = false
        while not done do
          if npc:random(5) > 3 then done = true end
        end
        local list, at, found = npc:all { within = 5 }, 1, nil
        while not found do
          if at > #list then found = "none" elseif npc:exists(list[at]) then found = "some" end
          at = at + 1
        end
        local going, laps = true, 0
        repeat
          laps = laps + 1
          if laps > 4 then going = false end
        until not going
        local phase, steps = 1, 0
        while phase ~= 3 do
          steps = steps + 1
          if phase == 1 then phase = 2 elseif steps > 4 then phase = 3 end
        end
        local first = true
        while first do
          first = false
          npc:say(found)
        end
        local x
        while not x do x = npc.x end
        local low = 1
        local near = low > 3
        low = 5
        while not near do near = low > 3 end
        npc:face(x, low)
        if npc.state_time > 3 then return "rest" end
      end,
    },
    rest = { tick = function(npc) if npc.state_time > 3 then return "look" end end },
  },
}
