-- Settings of each type, read directly and through a local.
return behaviour {
  name = "sentry",
  start = "watch",
  settings = {
    sight = { default = 25, min = 5, max = 60, doc = "metres" },
    greeting = { default = "hello" },
    shy = { default = false },
  },
  states = {
    watch = {
      tick = function(npc)
        local s = npc.settings
        if npc:nearest { faction = "prey", within = s.sight } and not s.shy then
          npc:say(npc.settings.greeting:upper() .. " of " .. mod.name)
        end
      end,
    },
  },
}
