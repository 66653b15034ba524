-- The words of a spec: describe, it, before_each, expect. Returns them, and a function that returns the tests.
-- `begun` notes an expectation that is compared with nothing yet, and returns its number; `compared` that it is; `failed` that one
-- does not hold, and returns whether one did not before; `forgive` forgets that.
local show, unknown, begun, compared, failed, forgive = ...

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
  full = full == "" and name or full .. " " .. name
  table.insert(tests, { name = full, body = body, before = table.clone(befores) })
end

local function before_each(body)
  if type(body) ~= "function" then error("before_each needs a function", 2) end
  if running then error("before_each cannot be used inside a test", 2) end
  table.insert(befores, body)
end

-- `seen` has the tables that are being compared, for those that contain themselves.
local function equal(a, b, seen)
  -- Two results of 0 / 0 are the same too.
  if a == b or (a ~= a and b ~= b) then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  seen = seen or {}
  if seen[a] == b then return true end
  seen[a] = b
  for k, v in pairs(a) do
    if not equal(v, b[k], seen) then return false end
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

-- A string that is looked for.
local function part_of(v, what)
  if type(v) ~= "string" and type(v) ~= "number" then error(what .. " looks for a string, not " .. show(v), 4) end
  return tostring(v)
end

local function contains(whole, part)
  if type(whole) == "string" then return string.find(whole, part_of(part, "to_contain"), 1, true) ~= nil end
  if type(whole) ~= "table" then error("to_contain needs a string or a list, not " .. show(whole), 3) end
  for _, v in pairs(whole) do
    if equal(v, part) then return true end
  end
  return false
end

-- Each returns whether it holds, a description of what was expected, and one of what was found where that is not the value.
local checks = {}

-- Nearer numbers are probably meant to be equal.
local NEAR = 0.001

function checks.to_be(v, wish)
  local same = equal(v, wish)
  if not same and type(v) == "number" and type(wish) == "number" and math.abs(v - wish) < NEAR then
    return same, show(wish), show(v) .. "; to_be_near allows a difference"
  end
  return same, show(wish)
end

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
  return far <= number(within, "to_be_near"), show(wish) .. " (within " .. show(within) .. ")"
end

function checks.to_contain(v, part) return contains(v, part), "something with " .. show(part) end

-- For functions: that they raise an error whose message contains `text`, if that is given.
function checks.to_fail(f, text)
  if type(f) ~= "function" then error("to_fail needs a function: expect(function() … end).to_fail()", 3) end
  local part = text ~= nil and part_of(text, "to_fail") or ""
  local failed_before = failed()
  local ok, message = pcall(f)
  if not failed_before then forgive() end
  local wish = text and "an error with " .. show(text) or "an error"
  return not ok and string.find(tostring(message), part, 1, true) ~= nil, wish, ok and "none" or show(message)
end

-- These hold without a value to compare with.
local ALONE = { to_exist = true, to_fail = true }

local function expectation(value, what, negated, at)
  local expected = {}
  return setmetatable(expected, {
    __index = function(_, name)
      if name == "never" then return expectation(value, what, not negated, at) end
      local check = checks[name]
      if not check then
        local names = { "never" }
        for known in pairs(checks) do table.insert(names, known) end
        error(unknown("expect(…)", tostring(name), names), 2)
      end
      return function(...)
        local given = "expect(…)." .. name .. "(…)"
        if rawequal(..., expected) then error(name .. " is called with a colon; it needs a dot: " .. given, 2) end
        if select("#", ...) == 0 and not ALONE[name] then error(name .. " needs a value: " .. given, 2) end
        compared(at)
        local holds, wish, found = check(value, ...)
        if holds == negated then
          local before = what and tostring(what) .. ": " or ""
          found = found or show(value)
          if found == wish and not negated then found = "another one" end
          local message = before .. "expected " .. (negated and "anything but " or "") .. wish .. ", found " .. found
          failed(message)
          error(message, 2)
        end
      end
    end,
    __call = function() error("say how the value is compared: expect(…).to_be(…)", 2) end,
    __metatable = "locked",
  })
end

local function expect(value, what) return expectation(value, what, false, begun()) end

local assert_that = assert
local function assert(...)
  compared()
  return assert_that(...)
end

local words = { describe = describe, it = it, before_each = before_each, expect = expect, assert = assert }
return words, function()
  running = true
  return tests
end
