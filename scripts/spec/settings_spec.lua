-- npc.settings: declared in the behaviour, given by the map or by the spec, else the default.

local SENTRY = [[
  return behaviour {
    name = "sentry", start = "watch",
    settings = {
      sight = { default = 25, min = 5, max = 60, doc = "metres" },
      greeting = { default = "hello" },
      shy = { default = false },
    },
    states = { watch = { tick = function(npc)
      local s = npc.settings
      npc.memory.seen = s.greeting .. " " .. s.sight .. " " .. tostring(s.shy)
    end } },
  }
]]

describe("settings", function()
  it("are the defaults, or what a letter gives its creatures", function()
    local w = world { "a.b", behaviours = { sentry = SENTRY },
      a = "sentry", b = { behaviour = "sentry", settings = { sight = 40, shy = true } } }
    w:run(6)
    expect(w:creature("a").memory.seen).to_be("hello 25 false")
    expect(w:creature("b").memory.seen).to_be("hello 40 true")
  end)

  it("must fit what the behaviour declares", function()
    local function given(settings)
      return function()
        world { "a", behaviours = { sentry = SENTRY }, a = { behaviour = "sentry", settings = settings } }
      end
    end
    expect(given { sigth = 30 }).to_fail("a sentry has no setting 'sigth'")
    expect(given { sight = 90 }).to_fail("the setting 'sight' is 90; it must lie between 5 and 60")
    expect(given { shy = "yes" }).to_fail("the setting 'shy' must be true or false, not a string")
  end)

  it("cannot be changed, and a misspelt one is an error", function()
    for body, message in pairs {
      ["npc.settings.sight = 3"] = "readonly",
      ["local x = npc.settings.sihgt"] = "npc.settings has no 'sihgt'; did you mean 'sight'?",
    } do
      local source = [[return behaviour { name = "odd", start = "s", settings = { sight = { default = 1 } },
        states = { s = { tick = function(npc) ]] .. body .. [[ end } } }]]
      local w = world { "a", behaviours = { odd = source }, a = "odd", errors_allowed = true }
      w:run(6)
      expect(w:errors()[1]).to_contain(message)
    end
  end)
end)
