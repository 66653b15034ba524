-- The words of a spec: describe, it, before_each, expect. Returns them, and a function that returns the tests.
local show, unknown = ...

local titles, befores, tests, running = {}, {}, {}, false

local function described(what, name, body)
  if type(name) ~= "string" or type(body) ~= "function" then error(what .. " needs a name and a function", 3) end
  if running then error(what .. " cannot be used inside a test", 3) end
end

local function describe(name, body)
  described("describe", name, body)
  local before = #befores
  table.insert(titles, name)
  body()
  table.remove(titles)
  while #befores > before do table.remove(befores) end
end

local function it(name, body)
  described("it", name, body)
  local full = table.concat(titles, " ")
  table.insert(tests, { name = full == "" and name or full .. " " .. name, body = body, before = table.clone(befores) })
end

local function before_each(body)
  if type(body) ~= "function" then error("before_each needs a function", 2) end
  if running then error("before_each cannot be used inside a test", 2) end
  table.insert(befores, body)
end

local function equal(a, b)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  for k, v in pairs(a) do
    if not equal(v, b[k]) then return false end
  end
  for k in pairs(b) do
    if a[k] == nil then return false end
  end
  return true
end

local function number(v, what)
  if type(v) ~= "number" then error(what .. " compares numbers, not " .. show(v), 3) end
  return v
end

local function contains(whole, part)
  if type(whole) == "string" then return string.find(whole, tostring(part), 1, true) ~= nil end
  if type(whole) ~= "table" then error("to_contain needs a string or a list, not " .. show(whole), 3) end
  for _, v in pairs(whole) do
    if equal(v, part) then return true end
  end
  return false
end

-- Each returns whether it holds and a description of what was expected.
local checks = {}

function checks.to_be(v, wish) return equal(v, wish), show(wish) end

function checks.to_exist(v) return v ~= nil, "something" end

function checks.to_be_less_than(v, limit)
  return number(v, "to_be_less_than") < number(limit, "to_be_less_than"), "less than " .. show(limit)
end

function checks.to_be_greater_than(v, limit)
  return number(v, "to_be_greater_than") > number(limit, "to_be_greater_than"), "more than " .. show(limit)
end

function checks.to_be_near(v, wish, within)
  within = within or 0.01
  local far = math.abs(number(v, "to_be_near") - number(wish, "to_be_near"))
  return far <= within, show(wish) .. " (within " .. show(within) .. ")"
end

function checks.to_contain(v, part) return contains(v, part), "something with " .. show(part) end

-- For functions: that they raise an error whose message contains `text`, if that is given.
function checks.to_fail(f, text)
  if type(f) ~= "function" then error("to_fail needs a function: expect(function() … end).to_fail()", 3) end
  local ok, message = pcall(f)
  local wish = text and "an error with " .. show(text) or "an error"
  return not ok and (text == nil or string.find(tostring(message), text, 1, true) ~= nil), wish, ok and "none" or show(message)
end

local function expectation(value, what, negated)
  return setmetatable({}, {
    __index = function(_, name)
      if name == "never" then return expectation(value, what, not negated) end
      local check = checks[name]
      if not check then
        local names = { "never" }
        for known in pairs(checks) do table.insert(names, known) end
        error(unknown("expect(…)", tostring(name), names), 2)
      end
      return function(...)
        local holds, wish, found = check(value, ...)
        if holds == negated then
          local before = what and tostring(what) .. ": " or ""
          error(before .. "expected " .. (negated and "anything but " or "") .. wish .. ", found " .. (found or show(value)), 2)
        end
      end
    end,
    __metatable = "locked",
  })
end

local function expect(value, what) return expectation(value, what, false) end

local words = { describe = describe, it = it, before_each = before_each, expect = expect }
return words, function()
  running = true
  return tests
end
