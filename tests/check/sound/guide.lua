local config = { watch = true, range = 15, debug = nil, words = { hi = "hi" } }
local function near(npc, opts)
  opts = opts or {}
  return npc:nearest { within = opts.range or config.range, visible = opts.visible }
end
local function announce(npc, what)
  if type(what) == "function" then what = what(npc) end
  npc:say(what)
end
return behaviour {
  name = "guide", start = "s", body = { damage = 1 },
  states = { s = {
    enter = function(npc) npc.memory.since = npc.time end,
    tick = function(npc)
      if config.debug then print(npc:why()) end
      local id = near(npc, { range = 5 }) or near(npc)
      if config.watch and id then
        announce(npc, function(n) return n.name end)
        announce(npc, config.words.hi)
        local c = assert(npc:look(id))
        if c.behaviour == "wolf" and c.state == "attack" then npc:attack(id) end
      end
      local s = npc.name:gsub("%d+", ""):lower()
      local a, b = s:match("(%a+) ?(%a*)")
      if a and b ~= "" then print(a, b) end
      local clock = math.floor(npc.time - npc.memory.since) % 10
      if clock == 0 then npc:hold() end
      if npc:in_reach(npc.id) or npc:sees(3, 4) then return end
    end } },
}
