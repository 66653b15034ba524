-- The methods that send are worked out, kept in variables and passed on.
local PLAY = {
  { call = "say", args = { "Hark!" } },
  { call = "shout", args = { "hark", 15 } },
}
local ACT = { send = "post" }

local function emit(npc, how, ...)
  local f = npc[how]
  return f(npc, ...)
end

local function play(npc)
  local step = PLAY[npc:random(1, #PLAY)]
  npc[step.call](npc, table.unpack(step.args))
  emit(npc, "after", 1, "curtain")
  pcall(npc.after, npc, 2, "applause")
  npc[ACT.send](npc, "stage", 1)
  npc.shout(npc, "encore", 10)
end

return behaviour {
  name = "actor",
  body = { faction = "folk", speed = 3 },
  start = "stage",
  states = {
    stage = {
      tick = function(npc)
        play(npc)
        if npc:board("stage") then npc:stop() end
      end,
      timer = function(npc, name)
        if name == "curtain" then npc:say("fin") end
        if name == "applause" then return "bow" end
      end,
    },
    bow = {
      tick = function(npc) if npc.state_time > 2 then return "stage" end end,
      heard = function(npc, what) if what == "hark" or what == "encore" then npc:stop() end end,
    },
  },
}
