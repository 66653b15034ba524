-- Runs once in every machine before its libraries are frozen, after the natives were wrapped that charge for what they do.
-- Functions that would show addresses, or an undefined order of iteration, are replaced.
local charge, caught, price, ordered_keys, next_key, plain_name, next_in_chain, pay_for_places, know, is_known, enter, is_within = ...

local rawtype, rawsel, raweach, raw_tostring, raw_next, error = type, select, rawget, tostring, next, error
unpack = table.unpack

-- Errors that natives raise arrive as strings. Raising and catching one costs as much as a hundred calls, and a call that
-- is stopped raises one in each function that waits for it to catch some: so it is paid beforehand. An error may leave a
-- pattern that raised the price of interrupts.
local CAUGHT = 190
-- An error of the API's own functions is made with the names of all functions that were called.
local CAUGHT_FROM_API = 1500
local raw_pcall, raw_xpcall, resume = pcall, xpcall, coroutine.resume
local function plain_error(paid, ok, e, ...)
  if not ok then
    local from_api = rawtype(e) == "userdata"
    caught()
    price(paid)
    if from_api then
      charge(CAUGHT_FROM_API)
      e = plain_name(e)
    end
  end
  return ok, e, ...
end

function pcall(f, ...)
  charge(CAUGHT)
  return plain_error(price(), raw_pcall(f, ...))
end

function xpcall(f, handler, ...)
  charge(CAUGHT)
  return plain_error(price(), raw_xpcall(f, function(e)
    if rawtype(e) == "userdata" then
      charge(CAUGHT_FROM_API)
      e = plain_name(e)
    end
    return handler(e)
  end, ...))
end

-- What a coroutine catches leaves the price that it had there: not that of a pattern which is matched where it was resumed.
local function resumed(paid, ok, ...)
  if not ok then return plain_error(paid, ok, ...) end
  price(paid)
  return ok, ...
end

function coroutine.resume(co, ...)
  charge(CAUGHT)
  return resumed(price(), resume(co, ...))
end

local close = coroutine.close
function coroutine.close(co)
  return plain_error(price(), close(co))
end

-- An error that passes through it is raised once more.
local RAISED_AGAIN = 100
local create = coroutine.create
local function unwrapped(paid, ok, ...)
  price(paid)
  if not ok then error(..., 0) end
  return ...
end

function coroutine.wrap(f)
  charge(RAISED_AGAIN)
  local co = create(f)
  local function wrapped(...)
    return unwrapped(price(), resume(co, ...))
  end
  return wrapped
end

-- No weak tables: when their entries vanish depends on when garbage is collected. What was looked at is read-only from then
-- on. Luau follows `__index` from table to table without an interrupt, so that such chains are short: a table within one
-- keeps the metatable that it has. This is noted in the tables themselves, and not in a table of tables: when that would
-- grow depends on addresses.
local set_metatable, freeze, is_frozen = setmetatable, table.freeze, table.isfrozen
local LONGEST_CHAIN = 6
local LOOK, LOOK_ALONG = 60, 60
local function look_at(t, meta)
  charge(LOOK)
  pay_for_places(meta)
  if raweach(meta, "__mode") ~= nil then error("setmetatable: weak tables (__mode) are not available", 3) end
  for _, name in { "__index", "__newindex" } do
    local target, length = raweach(meta, name), 0
    while rawtype(target) == "table" do
      length += 1
      if target == t or length > LONGEST_CHAIN then
        error(`setmetatable: {name} leads through more than {LONGEST_CHAIN} tables`, 3)
      end
      charge(LOOK_ALONG)
      enter(target)
      target = next_in_chain(target, name)
    end
  end
  -- Metamethods of natives run without an interrupt, and this one has no charge.
  for _, value in raw_next, meta do
    if value == ipairs then error("setmetatable: ipairs cannot be a metamethod", 3) end
  end
  know(meta)
end

function setmetatable(t, meta)
  if rawtype(t) == "table" and is_within(t) then
    error("setmetatable: another table looks up its fields here by __index; set the metatable of this one first", 2)
  end
  if rawtype(meta) == "table" then
    if not is_known(meta) then look_at(t, meta) end
    if meta ~= t and not is_frozen(meta) then freeze(meta) end
  end
  set_metatable(t, meta)
  return if meta == t then freeze(t) else t
end

-- As the interpreter itself: a value that is found by its address is no key.
local raw_set = rawset
function rawset(t, key, value)
  local kind = rawtype(key)
  if kind == "table" or kind == "function" or kind == "thread" or kind == "buffer" or kind == "userdata" then
    error(`a {kind} cannot be a key; use a number or a string, such as an id or a name`, 2)
  end
  return raw_set(t, key, value)
end

-- No addresses: a table without a __tostring is "table".
function tostring(v)
  local kind = rawtype(v)
  if kind == "number" or kind == "string" then return raw_tostring(v) end
  charge(40)
  return plain_name(v) or raw_tostring(v)
end

local format, find = string.format, string.find
function string.format(pattern, ...)
  local n = rawsel("#", ...)
  local given = { ... }
  for i = 1, n do
    local kind = rawtype(given[i])
    if kind ~= "string" and kind ~= "number" then given[i] = tostring(given[i]) end
  end
  if rawtype(pattern) == "string" and find(pattern, "%%[%d%.%-%+ #]*p") then
    error("string.format: %p is not available", 2)
  end
  return format(pattern, table.unpack(given, 1, n))
end

-- Whole numbers in ascending order, then strings by bytes, then fractions, then false, true.
function pairs(t)
  if rawtype(t) ~= "table" then error(`pairs: a table is needed, not {rawtype(t)}`, 2) end
  local keys, i = ordered_keys(t), 0
  return function()
    while true do
      i += 1
      local key = keys[i]
      if key == nil then return nil end
      local value = raweach(t, key)
      if value ~= nil then return key, value end
    end
  end
end

function next(t, key)
  if rawtype(t) ~= "table" then error(`next: a table is needed, not {rawtype(t)}`, 2) end
  return next_key(t, key)
end

for _, name in { "foreach", "foreachi", "getn", "maxn" } do table[name] = nil end
local env = getfenv()
for _, name in { "getfenv", "setfenv", "loadstring", "load", "dofile", "loadfile", "newproxy", "require", "collectgarbage", "gcinfo" } do
  env[name] = nil
end
math.randomseed = nil
