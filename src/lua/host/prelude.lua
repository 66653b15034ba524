-- Runs once in every machine before its libraries are frozen. Natives that process long inputs without an interrupt
-- get wrappers here that charge the call's budget and limit sizes; functions that would show addresses, or an
-- undefined order of iteration, are replaced.
local charge, ordered_keys, next_key, plain_name = ...

local MAX_STRING = 1048576 -- bytes that a single string function may build
local rawtype, rawsel, raweach = type, select, rawget

local function size(v) return if rawtype(v) == "string" then #v elseif rawtype(v) == "table" then rawlen(v) else 0 end

-- Natives whose work grows with the size of their first argument.
local function per_size(lib, name, share)
  local native = lib[name]
  lib[name] = function(v, ...)
    charge(size(v) / share)
    return native(v, ...)
  end
end

for _, name in { "find", "clone" } do per_size(table, name, 8) end
per_size(table, "unpack", 2) -- each value is copied several times on its way
for _, name in { "remove", "clear", "freeze" } do per_size(table, name, 64) end
for _, name in { "reverse", "upper", "lower", "match", "gmatch", "unpack", "packsize" } do
  per_size(string, name, 64)
end
for _, name in { "len", "codepoint", "offset", "codes" } do per_size(utf8, name, 64) end
unpack = table.unpack

local sort, rep, split, concat, move = table.sort, string.rep, string.split, table.concat, table.move
local create, find, gsub, new_buffer = table.create, string.find, string.gsub, buffer.create
local format, raw_tostring, error = string.format, tostring, error

-- Appending moves nothing.
local insert, byte, pack = table.insert, string.byte, string.pack
function string.pack(how, ...)
  for i = 1, rawsel("#", ...) do charge(size((rawsel(i, ...))) / 64) end
  return pack(how, ...)
end

function table.insert(t, ...)
  if rawsel("#", ...) > 1 then charge(size(t) / 64) end
  return insert(t, ...)
end

function string.byte(s, i, j)
  if j then charge((if rawtype(j) == "number" and j >= 0 then math.max(0, math.min(j, size(s)) - (tonumber(i) or 1)) else size(s)) / 8) end
  return byte(s, i, j)
end

function table.sort(t, before)
  local n = size(t)
  charge(n * 20 / 64)
  if before then return sort(t, before) end
  return sort(t)
end

function table.move(a, from, to, at, into)
  if rawtype(from) == "number" and rawtype(to) == "number" then charge(math.max(0, to - from) / 16) end
  if into then return move(a, from, to, at, into) end
  return move(a, from, to, at)
end

function table.create(n, v)
  if rawtype(n) == "number" then charge(n / 16) end
  return create(n, v)
end

function table.concat(t, between, i, j)
  charge((size(t) + size(between) * size(t) / 16) / 4)
  return concat(t, between, i, j)
end

function string.rep(s, n)
  if rawtype(n) == "number" and n > 0 and math.max(size(s), 1) * n > MAX_STRING then
    error(`string.rep: the result would be longer than {MAX_STRING} bytes`, 2)
  end
  if rawtype(n) == "number" and n > 0 then charge(size(s) * n / 256) end
  return rep(s, n)
end

-- `%b` may scan to the end of the string from each position, without an interrupt.
local function charge_balanced(s, pattern)
  if rawtype(pattern) == "string" and find(pattern, "%b", 1, true) then charge(size(s) * size(s) / 128) end
end

for _, name in { "match", "gmatch" } do
  local native = string[name]
  string[name] = function(s, pattern, ...)
    charge_balanced(s, pattern)
    return native(s, pattern, ...)
  end
end

-- A plain search may compare the whole pattern at every position.
function string.find(s, what, at, plain)
  charge(if plain then size(s) * math.min(size(what), 256) / 1024 + size(what) / 256 else size(s) / 256)
  if not plain then charge_balanced(s, what) end
  return find(s, what, at, plain)
end

function string.gsub(s, what, with, n)
  charge((size(s) + size(with) * size(s) / 16) / 256)
  charge_balanced(s, what)
  return gsub(s, what, with, n)
end

function string.split(s, by)
  charge(size(s) * math.max(1, math.min(size(by), 256) / 16) / 16)
  return split(s, by)
end

function buffer.create(n)
  if rawtype(n) == "number" then
    if n > MAX_STRING then error(`buffer.create: at most {MAX_STRING} bytes`, 2) end
    charge(n / 256)
  end
  return new_buffer(n)
end

local buffer_size = buffer.len
for _, name in { "copy", "fill", "readstring", "writestring", "fromstring", "tostring" } do
  local native = buffer[name]
  buffer[name] = function(v, ...)
    charge(8 + (if rawtype(v) == "buffer" then buffer_size(v) else size(v)) / 512)
    return native(v, ...)
  end
end

-- Errors that natives raise arrive as strings. Raising and catching one costs as much as a few dozen calls.
local CAUGHT = 24
local raw_pcall, raw_xpcall, resume = pcall, xpcall, coroutine.resume
local function plain_error(ok, e, ...)
  if not ok then
    charge(CAUGHT)
    if rawtype(e) == "userdata" then e = plain_name(e) end
  end
  return ok, e, ...
end

function pcall(f, ...) return plain_error(raw_pcall(f, ...)) end

function xpcall(f, handler, ...)
  return plain_error(raw_xpcall(f, function(e)
    if rawtype(e) == "userdata" then e = plain_name(e) end
    return handler(e)
  end, ...))
end

function coroutine.resume(co, ...) return plain_error(resume(co, ...)) end

-- No addresses: a table without a __tostring is "table".
function tostring(v)
  return plain_name(v) or raw_tostring(v)
end

function string.format(pattern, ...)
  local n = rawsel("#", ...)
  local given = { ... }
  for i = 1, n do
    charge(size(given[i]) / 256)
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
