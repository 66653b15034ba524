//! What a count buys: each function of the library at its worst, as time for a count, compared with an empty loop's:
//! `cargo bench --bench natives`. Every declared function has a case, which is asserted; the ratios are printed.

#[path = "../tests/lua/stage.rs"]
mod stage;

#[path = "../tests/lua/hostile/library.rs"]
mod library;

use bestiary::testing::lua::declarations::natives;
use bestiary::testing::sim::bare_world;
use bestiary::{AgentId, ScriptParams, Value};
use library::{UNWRAPPED, wrapped};
use stage::{Stage, ticking};
use std::time::{Duration, Instant};

/// Counts of one measurement.
const COUNTS: u64 = 400_000;
/// The best of so many measurements counts.
const ROUNDS: usize = 5;
/// No function may cost more than so many times the loop.
const FACTOR: f64 = 3.0;

/// Values that calls below use: a long string `s`, one without digits `w`, tables of numbers `t` and of strings `names`, a
/// list of arguments `unpack(t, 1, 200)`, a buffer `b`, lists of 64 points `points` and `circle`; a string `broken` that continues one
/// character without end, a list `blanks` of empty strings, and a list with a `gap`.
const SETUP: &str = "
local s = string.rep('ab', 5000) local w = string.rep('x', 10000) local long = string.rep('word ', 2000)
local t, names = {}, {} for i = 1, 4000 do t[i] = i names[i] = 'name' .. (i * 7919) % 4001 end
local few = table.move(t, 1, 200, 1, {}) local b = buffer.create(16000) local x = 0
local same, other = string.rep('y', 10000) .. 'a', string.rep('y', 10000) .. 'b'
local digits = '0.' .. string.rep('123456789', 6)
local eq_a, eq_b = setmetatable({}, { __eq = rawequal }), nil eq_b = setmetatable({}, getmetatable(eq_a))
local indexed = setmetatable({}, { __index = rawget, __lt = rawequal, __unm = type })
local chain = {} for _ = 1, 6 do chain = setmetatable({}, { __index = chain }) end
local near, ids = npc:nearest { within = 100 }, npc:all { within = 100 } local data = { 1, 2, { a = 'b' } }
local broken, blanks = 'a' .. string.rep('\\128', 10000), table.create(4000, '')
local gap = table.create(4000, 'name') gap[3] = nil
local points, circle = {}, {} for i = 1, 64 do points[2 * i - 1], points[2 * i] = i * 7919 % 101, i * 104729 % 97
    circle[2 * i - 1], circle[2 * i] = 50 + 40 * math.cos(i), 50 + 40 * math.sin(i) end
";

/// Creatures around the one that calls.
const NEIGHBOURS: u16 = 60;

/// The function, and the call in a loop.
const CASES: &[(&str, &str)] = &[
    ("string.byte", "x = s:byte(1, 4000)"),
    ("string.byte", "x = s:byte()"),
    ("string.char", "x = string.char(unpack(few, 1, 100))"),
    ("string.find", "x = s:find('abac', 1, true)"),
    ("string.find", "x = s:find(string.rep('ab', 500) .. 'c', 1, true)"),
    ("string.find", "x = s:find('a')"),
    ("string.find", "x = w:find('x-y')"),
    ("string.find", "x = w:find('[abcdefghijklmnopqrstuvw]')"),
    ("string.find", "x = s:find('.*c')"),
    ("string.find", "x = w:find('%bxy')"),
    ("string.find", "x = w:find('(x+)%1y')"),
    ("string.format", "x = string.format('%s', s)"),
    ("string.format", "x = string.format('%q', s)"),
    ("string.format", "x = string.format('%.50f', x and 1 / 3)"),
    ("string.format", "x = string.format('%d', 1)"),
    ("string.format", "x = `{i} and {x}`"),
    ("string.gmatch", "for part in long:gmatch('%a+') do x = part end"),
    ("string.gmatch", "x = w:gmatch('y')()"),
    ("string.gmatch", "x = w:gmatch('%bxy')()"),
    ("string.gsub", "x = s:gsub('a', 'b')"),
    ("string.gsub", "x = s:sub(1, 4000):gsub('', 'b')"),
    ("string.gsub", "x = s:gsub('.', { a = 'q' })"),
    ("string.gsub", "x = s:gsub('c', 'b')"),
    ("string.len", "x = s.len(s)"),
    ("string.lower", "x = s:lower()"),
    ("string.match", "x = s:match('.-b$')"),
    ("string.match", "x = s:match('(.*)(.*)(.*)c')"),
    ("string.pack", "x = string.pack('z', w)"),
    ("string.pack", "x = string.pack('i1i2i4', 1, 2, 3)"),
    ("string.packsize", "x = string.packsize(string.rep('i4', 100))"),
    ("string.rep", "x = string.rep('ab', 8000)"),
    ("string.rep", "x = string.rep('', 16000)"),
    ("string.reverse", "x = s:reverse()"),
    ("string.split", "x = long:split(' ')"),
    ("string.split", "x = w:split('')"),
    ("string.split", "x = w:split(string.rep('x', 500) .. 'y')"),
    ("string.sub", "x = s:sub(1)"),
    ("string.sub", "x = s:sub(i % 100, -2)"),
    ("string.sub", "x = s:sub(1, 2)"),
    ("string.unpack", "x = string.unpack('z', long .. '\\0')"),
    ("string.unpack", "x = string.unpack('i1i1i1', w)"),
    ("string.upper", "x = s:upper()"),
    ("table.clear", "table.clear(table.clone(t))"),
    ("table.clone", "x = table.clone(t)"),
    ("table.concat", "x = table.concat(few, ' and ')"),
    ("table.concat", "x = table.concat(few, ', ')"),
    ("table.concat", "x = table.concat(blanks)"),
    ("table.create", "x = table.create(4000)"),
    ("table.create", "x = table.create(4000, 1)"),
    ("table.create", "x = table.create(1)"),
    ("table.find", "x = table.find(t, -1)"),
    ("table.find", "x = table.find(t, -1, '2')"),
    ("table.freeze", "x = table.freeze({})"),
    ("table.insert", "table.insert(t, 1, 1) t[#t] = nil"),
    ("table.insert", "table.insert(t, 1)"),
    ("table.isfrozen", "x = table.isfrozen(t)"),
    ("table.move", "x = table.move(t, '1', '4000', 2)"),
    ("table.move", "x = table.move(t, 1, 4000, 1, {})"),
    ("table.pack", "x = table.pack(unpack(few))"),
    ("table.remove", "t[#t + 1] = table.remove(t, 1)"),
    ("table.sort", "table.sort(table.clone(names))"),
    ("table.sort", "table.sort({ same, other, same, other, same, other })"),
    ("table.sort", "pcall(table.sort, gap)"),
    ("table.sort", "table.sort(few, function(a, b) return a > b end)"),
    ("table.unpack", "x = select('#', table.unpack(t))"),
    ("utf8.char", "x = utf8.char(unpack(few))"),
    ("utf8.codepoint", "x = utf8.codepoint(s, 1, 4000)"),
    ("utf8.codes", "x = utf8.codes(w)"),
    ("utf8.codes", "x = utf8.codes(string.rep('\\u{e9}', 4000))"),
    ("utf8.codes", "for _, c in utf8.codes(long) do x = c end"),
    ("utf8.codes", "pcall(utf8.codes('a'), broken, 1)"),
    ("utf8.len", "x = utf8.len(s)"),
    ("utf8.offset", "x = utf8.offset(s, 9000)"),
    ("buffer.copy", "buffer.copy(b, 0, b)"),
    ("buffer.create", "x = buffer.create(16000)"),
    ("buffer.fill", "buffer.fill(b, 0, 1)"),
    ("buffer.fromstring", "x = buffer.fromstring(s)"),
    ("buffer.readstring", "x = buffer.readstring(b, 0, 16000)"),
    ("buffer.tostring", "x = buffer.tostring(b)"),
    ("buffer.writestring", "buffer.writestring(b, 0, s)"),
    ("bit32.band", "x = bit32.band(unpack(few))"),
    ("bit32.bor", "x = bit32.bor(unpack(few))"),
    ("bit32.btest", "x = bit32.btest(unpack(few))"),
    ("bit32.bxor", "x = bit32.bxor(unpack(few))"),
    ("math.max", "x = math.max(unpack(few))"),
    ("math.min", "x = math.min(unpack(few))"),
    ("rawset", "x = rawset(t, 1, 1)"),
    ("assert", "x = assert(x)"),
    ("select", "x = select(-1, unpack(few))"),
    ("select", "x = select(2, unpack(few))"),
    ("tonumber", "x = tonumber(digits)"),
    ("tonumber", "x = tonumber('zz', 36)"),
    ("coroutine.create", "x = coroutine.create(print)"),
    ("coroutine.wrap", "x = coroutine.wrap(function() end)()"),
    ("coroutine.close", "x = coroutine.close(coroutine.create(print))"),
    ("math.abs", "x = math.abs(digits, digits, digits, digits, digits)"),
    ("math.acos", "x = math.acos(digits, digits, digits, digits, digits)"),
    ("math.asin", "x = math.asin(digits, digits, digits, digits, digits)"),
    ("math.atan", "x = math.atan(digits, digits, digits, digits, digits)"),
    ("math.atan2", "x = math.atan2(digits, digits, digits, digits, digits)"),
    ("math.ceil", "x = math.ceil(digits, digits, digits, digits, digits)"),
    ("math.clamp", "x = math.clamp(digits, digits, digits, digits, digits)"),
    ("math.cos", "x = math.cos(digits, digits, digits, digits, digits)"),
    ("math.cosh", "x = math.cosh(digits, digits, digits, digits, digits)"),
    ("math.deg", "x = math.deg(digits, digits, digits, digits, digits)"),
    ("math.exp", "x = math.exp(digits, digits, digits, digits, digits)"),
    ("math.floor", "x = math.floor(digits, digits, digits, digits, digits)"),
    ("math.fmod", "x = math.fmod(digits, digits, digits, digits, digits)"),
    ("math.frexp", "x = math.frexp(digits, digits, digits, digits, digits)"),
    ("math.isfinite", "x = math.isfinite(digits, digits, digits, digits, digits)"),
    ("math.isinf", "x = math.isinf(digits, digits, digits, digits, digits)"),
    ("math.isnan", "x = math.isnan(digits, digits, digits, digits, digits)"),
    ("math.lerp", "x = math.lerp(digits, digits, digits, digits, digits)"),
    ("math.log", "x = math.log(digits, digits, digits, digits, digits)"),
    ("math.log10", "x = math.log10(digits, digits, digits, digits, digits)"),
    ("math.map", "x = math.map(digits, digits, digits, digits, digits)"),
    ("math.modf", "x = math.modf(digits, digits, digits, digits, digits)"),
    ("math.noise", "x = math.noise(digits, digits, digits, digits, digits)"),
    ("math.pow", "x = math.pow(digits, digits, digits, digits, digits)"),
    ("math.rad", "x = math.rad(digits, digits, digits, digits, digits)"),
    ("math.round", "x = math.round(digits, digits, digits, digits, digits)"),
    ("math.sign", "x = math.sign(digits, digits, digits, digits, digits)"),
    ("math.sin", "x = math.sin(digits, digits, digits, digits, digits)"),
    ("math.sinh", "x = math.sinh(digits, digits, digits, digits, digits)"),
    ("math.sqrt", "x = math.sqrt(digits, digits, digits, digits, digits)"),
    ("math.tan", "x = math.tan(digits, digits, digits, digits, digits)"),
    ("math.tanh", "x = math.tanh(digits, digits, digits, digits, digits)"),
    ("math.ldexp", "x = math.ldexp(digits, 2)"),
    ("bit32.arshift", "x = bit32.arshift(digits, '1')"),
    ("bit32.bnot", "x = bit32.bnot(digits, '1')"),
    ("bit32.byteswap", "x = bit32.byteswap(digits, '1')"),
    ("bit32.countlz", "x = bit32.countlz(digits, '1')"),
    ("bit32.countrz", "x = bit32.countrz(digits, '1')"),
    ("bit32.extract", "x = bit32.extract(digits, '1', '2')"),
    ("bit32.lrotate", "x = bit32.lrotate(digits, '1')"),
    ("bit32.lshift", "x = bit32.lshift(digits, '1')"),
    ("bit32.replace", "x = bit32.replace(digits, digits, '1', '2')"),
    ("bit32.rrotate", "x = bit32.rrotate(digits, '1')"),
    ("bit32.rshift", "x = bit32.rshift(digits, '1')"),
    ("buffer.len", "x = buffer.len(b)"),
    ("buffer.readbits", "x = buffer.readbits(b, digits, '3')"),
    ("buffer.readf32", "x = buffer.readf32(b, digits)"),
    ("buffer.readf64", "x = buffer.readf64(b, digits)"),
    ("buffer.readi16", "x = buffer.readi16(b, digits)"),
    ("buffer.readi32", "x = buffer.readi32(b, digits)"),
    ("buffer.readi8", "x = buffer.readi8(b, digits)"),
    ("buffer.readu16", "x = buffer.readu16(b, digits)"),
    ("buffer.readu32", "x = buffer.readu32(b, digits)"),
    ("buffer.readu8", "x = buffer.readu8(b, digits)"),
    ("buffer.writebits", "buffer.writebits(b, digits, '3', digits)"),
    ("buffer.writef32", "buffer.writef32(b, digits, digits)"),
    ("buffer.writef64", "buffer.writef64(b, digits, digits)"),
    ("buffer.writei16", "buffer.writei16(b, digits, digits)"),
    ("buffer.writei32", "buffer.writei32(b, digits, digits)"),
    ("buffer.writei8", "buffer.writei8(b, digits, digits)"),
    ("buffer.writeu16", "buffer.writeu16(b, digits, digits)"),
    ("buffer.writeu32", "buffer.writeu32(b, digits, digits)"),
    ("buffer.writeu8", "buffer.writeu8(b, digits, digits)"),
    ("coroutine.isyieldable", "x = coroutine.isyieldable()"),
    ("coroutine.running", "x = coroutine.running()"),
    ("coroutine.status", "x = coroutine.status(coroutine.create(print))"),
    ("getmetatable", "x = getmetatable(s)"),
    ("ipairs", "x = ipairs(t)"),
    ("rawequal", "x = rawequal(s, w)"),
    ("rawget", "x = rawget(t, 1)"),
    ("rawlen", "x = rawlen(t)"),
    ("type", "x = type(s)"),
    ("typeof", "x = typeof(s)"),
    // Numbers that take long.
    ("math.fmod", "x = math.fmod(1.7e308, 3e-308) x = math.fmod(1e308, 3e-308) x = math.fmod(1.7e308, 1.5e-323)"),
    ("math.tan", "x = math.tan(1e22 * i) x = math.tan(1e22 * i) x = math.tan(1e22 * i) x = math.tan(1e22 * i)"),
    ("math.sin", "x = math.sin(1e300 * i) x = math.sin(1e300 * i) x = math.sin(1e300 * i) x = math.sin(1e300 * i)"),
    ("math.exp", "x = math.exp(-740.1) x = math.exp(-740.1) x = math.exp(-740.1) x = math.exp(-740.1)"),
    ("math.log", "x = math.log(5e-320) x = math.log(5e-320) x = math.log(5e-320) x = math.log(5e-320)"),
    ("math.pow", "x = math.pow(1e-308 * i, 1.01) x = math.pow(1e-308 * i, 1.01) x = math.pow(1e-308 * i, 1.01)"),
    ("math.pow", "x = (1e-308 * i) ^ 1.01 x = (1e-308 * i) ^ 1.01 x = (1e-308 * i) ^ 1.01"),
    // As metamethods, which are called without an interrupt.
    ("rawequal", "x = eq_a == eq_b"),
    ("rawget", "x = indexed.x"),
    ("rawget", "x = indexed[i]"),
    ("type", "x = indexed < indexed"),
    ("math.abs", "x = -indexed"),
    ("setmetatable", "x = chain.none"),
    ("setmetatable", "x = chain[i]"),
    ("setmetatable", "x = chain.a x = chain.a x = chain.a x = chain.a x = chain.a x = chain.a x = chain.a x = chain.a"),
    // What the host's own Lua replaces.
    ("tostring", "x = tostring(1.1 * i)"),
    ("tostring", "x = tostring(t)"),
    ("pairs", "for k, v in pairs(few) do x = v end"),
    ("pairs", "x = pairs(t)"),
    ("next", "x = next(few, 100)"),
    ("pcall", "x = pcall(error, 'no')"),
    ("pcall", "x = pcall(function() return x.y end)"),
    ("xpcall", "x = xpcall(error, tostring)"),
    ("error", "x = pcall(error, s)"),
    ("assert", "x = pcall(assert, false, s)"),
    ("setmetatable", "x = setmetatable({}, { __index = t })"),
    ("coroutine.resume", "x = coroutine.resume(coroutine.create(error))"),
    // The API.
    ("fields of npc", "x = npc.x + npc.y + npc.heading + npc.speed + npc.health + npc.tick + npc.time + npc.age"),
    ("fields of npc", "x = npc.state == npc.tactic"),
    ("fields of npc", "x = npc.id + npc.radius + npc.home_x"),
    ("npc.avoidance", "npc:avoidance('feelers')"),
    ("npc.steer", "npc:steer(1, 2)"),
    ("npc.charge", "npc:charge(1, 2)"),
    ("npc.stop", "npc:stop()"),
    ("npc.sleep", "npc:sleep(5)"),
    ("npc.sleep", "npc:sleep(5, { faction = 'neutral', within = 100, visible = true })"),
    ("npc.face", "npc:face(1, 2)"),
    ("npc.attack", "x = npc:attack(near)"),
    ("npc.hold", "npc:hold()"),
    ("npc.in_reach", "x = npc:in_reach(near)"),
    ("npc.nearest", "x = npc:nearest { within = 1 }"),
    ("npc.nearest", "x = npc:nearest { within = 100 }"),
    (
        "npc.nearest",
        "x = npc:nearest { within = 30, faction = 'neutral', behaviour = 'other', state = 's', hurt = true, limit = 3 }",
    ),
    ("npc.all", "x = npc:all { within = 1 }"),
    ("npc.all", "x = npc:all { within = 1000 }"),
    ("npc.all", "x = npc:all { within = 1000, visible = true }"),
    ("npc.count", "x = npc:count { within = 1000 }"),
    ("npc.look", "x = npc:look(near)"),
    ("npc.where", "x = npc:where(near)"),
    ("npc.distance", "x = npc:distance(near)"),
    ("npc.distance", "x = npc:distance(1, 2)"),
    ("npc.sees", "x = npc:sees(near)"),
    ("npc.sees", "x = npc:sees(39, 29)"),
    ("npc.seen_by", "x = npc:seen_by { within = 1 }"),
    ("npc.seen_by", "x = npc:seen_by { within = 1000 }"),
    ("npc.listen", "x = npc:listen { within = 1 }"),
    ("npc.listen", "x = npc:listen { within = 1000 }"),
    ("npc.flock", "x = npc:flock { within = 1 }"),
    ("npc.flock", "x = npc:flock({ within = 1000 }, 3)"),
    ("npc.flock", "x = npc:flock({ within = 1000, limit = 8, visible = true }, 3)"),
    ("npc.exists", "x = npc:exists(near)"),
    ("npc.player", "x = npc:player()"),
    ("npc.say", "pcall(npc.say, npc, 'hello')"),
    ("npc.shout", "pcall(npc.shout, npc, 'hello', 100)"),
    ("npc.send", "pcall(npc.send, npc, near, 'hello', data)"),
    ("npc.post", "pcall(npc.post, npc, 'few', few)"),
    ("npc.post", "pcall(npc.post, npc, 'key' .. i, data)"),
    ("npc.board", "x = npc:board('none')"),
    // What the round before posted.
    ("npc.board", "npc:post('text', { s }) for _ = 1, 1e9 do x = npc:board('text') end"),
    ("npc.board", "npc:post('names', { names }) for _ = 1, 1e9 do x = npc:board('names') end"),
    ("group.join", "pcall(group.join, 'group ' .. i, npc)"),
    ("group.join", "group.join('pack', npc)"),
    ("group.join", "x = pcall(group.join, 'pack', near)"),
    ("group.leave", "x = group.leave('none', npc)"),
    ("group.leave", "pcall(group.join, 'a', npc) pcall(group.leave, 'a', npc)"),
    ("group.members", "x = group.members('none')"),
    ("group.members", "x = group.members('all')"),
    ("group.members", "x = group.members('all', 1)"),
    ("group.leader", "x = group.leader('all')"),
    ("group.size", "x = group.size('all')"),
    ("group.place", "x = group.place('all', near)"),
    ("group.board", "x = group.board('all', 'none')"),
    // What the round before posted.
    (
        "group.board",
        "group.join('all', npc) group.post('all', 'text', { s }) for _ = 1, 1e9 do x = group.board('all', 'text') end",
    ),
    ("group.post", "pcall(group.post, 'none', 'few', few)"),
    ("group.post", "group.join('all', npc) for _ = 1, 1e9 do pcall(group.post, 'all', 'key' .. i, data) end"),
    ("math.distance", "x = math.distance(i, 2, 3, 4)"),
    ("math.heading", "x = math.heading(i, 2, 3, 4)"),
    ("math.angle_difference", "x = math.angle_difference(i, 2)"),
    ("math.assign", "x = math.assign({}, {})"),
    ("math.assign", "x = math.assign(points, points)"),
    ("math.assign", "x = math.assign(points, circle)"),
    ("math.assign", "x = math.assign({ 1, 1 }, circle)"),
    ("math.assign", "x = pcall(math.assign, few, t)"),
    ("extend", "x = pcall(extend, {})"),
    ("npc.spawn", "pcall(npc.spawn, npc, 'other', 1, 2)"),
    ("npc.despawn", "npc:despawn()"),
    ("npc.inside", "x = npc:inside('market')"),
    ("world.place", "x = world.place('market')"),
    ("world.ground", "x = world.ground(3, 4)"),
    ("npc.open", "x = npc:open('gate')"),
    ("npc.close", "x = npc:close('gate')"),
    ("world.door", "x = world.door('gate')"),
    ("influence.at", "x = influence.at('threat', 3, 4)"),
    ("influence.strongest", "x = influence.strongest('threat', 20, 15, 1)"),
    ("influence.strongest", "x = influence.strongest('threat', 20, 15, 200)"),
    ("influence.add", "pcall(influence.add, 'threat', 3, 4, 1)"),
    ("influence.at", "x = pcall(influence.at, 'thraet', 3, 4)"),
    ("npc.place", "x = pcall(npc.place, npc, 'crate', npc.x, npc.y)"),
    ("npc.push", "x = pcall(npc.push, npc, 'crate', npc.x, npc.y)"),
    ("npc.take", "x = pcall(npc.take, npc, 'crate')"),
    ("npc.dig", "x = pcall(npc.dig, npc, npc.x, npc.y, 'grass')"),
    ("npc.after", "npc:after(9, 'a')"),
    ("npc.every", "npc:every(9, 'name' .. i % 32)"),
    ("npc.cancel", "x = npc:cancel('none')"),
    ("npc.due", "x = npc:due('a')"),
    ("npc.why", "x = npc:why()"),
    ("npc.random", "x = npc:random()"),
    ("npc.random", "x = npc:random(1, 10)"),
    ("npc.spot", "x = npc:spot(8)"),
    ("npc.away", "x = npc:away(1, 2, 20)"),
    ("pathfinder.activate", "pathfinder.activate(npc)"),
    ("pathfinder.delete", "pathfinder.activate(npc) pathfinder.delete(npc)"),
    ("pathfinder.set_position_target", "pathfinder.set_position_target(npc, 5, 5)"),
    ("pathfinder.set_moving_target", "pathfinder.set_moving_target(npc, near)"),
    ("pathfinder.tick", "x = pathfinder.tick(npc)"),
    ("pathfinder.next_waypoint", "x = pathfinder.next_waypoint(npc)"),
    ("pathfinder.reason", "x = pathfinder.reason(npc)"),
    ("pathfinder.cost", "x = pathfinder.cost(npc, 30, 20)"),
    ("pathfinder.cost", "x = pathfinder.cost(npc, npc.x + 40, npc.y + 40)"),
    ("pathfinder.ask_cost", "x = pathfinder.ask_cost(npc, 30, 20)"),
    ("pathfinder.nearest_reachable", "x = pathfinder.nearest_reachable(npc, ids)"),
    ("pathfinder.nearest_reachable", "x = pathfinder.nearest_reachable(npc, few)"),
    ("pathfinder.reachable", "x = pathfinder.reachable(npc, 30, 20)"),
    ("pathfinder.report", "pathfinder.report(npc, 'idle')"),
    ("math.random", "x = math.random()"),
    ("print", "print(x)"),
    ("log", "log(s)"),
    ("npc.none", "x = pcall(function() return npc.none end)"),
    ("npc.look", "x = pcall(npc.look, npc, 'a')"),
    ("npc.nearest", "x = pcall(npc.nearest, npc, { within = 1, faction = 'none' })"),
    ("npc.nearest", "x = pcall(npc.nearest, npc, { wihtin = 1 })"),
    ("npc.nearest", "x = pcall(npc.nearest, npc, { within = 1, state = 'state_of_meny_' .. 7 })"),
    ("npc.nearest", "x = pcall(npc.nearest, npc, { within = 1, state = 'state_of_many_50' })"),
    ("npc.spawn", "x = pcall(npc.spawn, npc, 'othre', 1, 2)"),
    ("require", "x = pcall(require, 'lib.modula_' .. 7)"),
    ("pathfinder.none", "x = pcall(function() return pathfinder['SEARCH_' .. 'OKK'] end)"),
    ("world.width", "x = world.width"),
    ("world.width", "x = pcall(function() return world.wdith end)"),
    ("npc.memory", "npc.memory.a = i"),
    // Arithmetic on strings, and comparisons, which no wrapper sees.
    ("arithmetic", "x = digits + 1"),
    ("arithmetic", "x = math.abs(digits)"),
    ("arithmetic", "for _ = digits, 1 do end"),
    ("calls within calls", "local function f(n) return 1 + f(n + 1) end x = pcall(f, 1)"),
    ("comparison", "x = same < other"),
    ("concatenation", "x = long .. i"),
    ("concatenation", "x = 'a' .. i"),
];

/// Questions about places in a maze of small halls: estimates come from levels of clusters.
const IN_HALLS: &[(&str, &str)] = &[
    ("pathfinder.cost", "x = pathfinder.cost(npc, 12, 30)"),
    ("pathfinder.cost", "x = pathfinder.cost(npc, 60, 70)"),
    ("pathfinder.cost", "x = pathfinder.cost(npc, 230, 240)"),
    ("pathfinder.cost", "x = pathfinder.cost(npc, 254.5, 0.5)"),
];

/// Whether there is a wall: of halls of 8 × 8 cells, with gaps.
fn halls(x: usize, y: usize) -> bool {
    (x % 9 == 8 && y % 9 != x / 9 * 2 % 8) || (y % 9 == 8 && x % 9 != y / 9 * 3 % 8)
}

/// What a turn leaves in `npc.memory` that must be put in order, beside one entry that cannot be kept.
const MEMORIES: &[(&str, &str)] = &[
    ("one table that is too large, often", "local t = table.create(4100, true) for i = 1, 400 do m[i] = t end"),
    ("one table of long strings, often", "local t = { s, w, long, s .. 'c', print } for i = 1, 1900 do m[i] = t end"),
    ("one table with a long key, often", "local t = { [s] = few } t[s][1] = print for i = 1, 400 do m[i] = t end"),
    ("many tables", "for i = 1, 1500 do m[i] = {} end"),
    ("tables in tables", "local t = {} m.t = t for i = 1, 13 do t.t = {} t = t.t end t.t = few t.f = print"),
    ("many entries", "table.move(t, 1, 4000, 1, m) table.move(t, 1, 4000, 4001, m) table.move(t, 1, 4000, 8001, m)"),
    ("many names", "for _, name in ipairs(names) do m[name] = 1 end"),
    ("many names, backwards", "for i = #names, 1, -1 do m[names[i]] = 1 end"),
    ("many entries that cannot be kept", "for i = 1, 4000 do m[i] = print end"),
    ("many keys that cannot be kept", "for i = 1, 1000 do m[i + 0.5] = i end"),
    ("one table with a metatable, often", "for i = 1, 4000 do m[i] = eq_a end"),
    ("empty places", "local t = table.create(60000) for i = 1, 50 do m[i] = t end"),
];

/// One machine, in which a call may spend all counts of a measurement.
fn one_machine() -> ScriptParams {
    ScriptParams { vms: 1, instructions_per_call: COUNTS, instructions_per_turn: COUNTS, ..ScriptParams::default() }
}

/// Time for a count of a turn that leaves `work` in its memory, the time and the counts of what comes before taken off.
fn measure_memory(work: &str) -> f64 {
    let turn = |work: &str| {
        let body = format!("{SETUP} local m = npc.memory {work} m.print = print");
        let params = one_machine();
        let mut stage = Stage::with(&[("npc/probe.lua", &*ticking("probe", &body))], params);
        let id = stage.spawn("probe", 10.5, 10.5);
        let (mut best, mut counted) = (Duration::MAX, 0);
        for round in 1..=ROUNDS as u64 {
            let start = Instant::now();
            stage.turn(&[id]);
            best = best.min(start.elapsed());
            stage.vm.profile.each(0, |_, _, _, cost| counted = cost.counts / round);
            stage.vm.set_memory(id.slot(), &[], &Value::Table(Vec::new())).expect("a table");
        }
        (best.as_nanos() as f64, counted as f64)
    };
    let (empty, with) = (turn(""), turn(work));
    (with.0 - empty.0) / (with.1 - empty.1).max(1.0)
}

/// Time for a count of a loop around `call` in a large world of small halls.
fn measure_in_halls(call: &str) -> f64 {
    let body = format!("local x = 0 for i = 1, 1e9 do {call} end");
    let params = one_machine();
    let mut stage = Stage::within(&[("npc/probe.lua", &*ticking("probe", &body))], params, bare_world(256, 256, halls));
    let id = stage.spawn("probe", 10.5, 10.5);
    best_ns(&mut stage, id, call) / COUNTS as f64
}

/// Time for a count of a loop around `call`.
fn measure(setup: &str, call: &str) -> f64 {
    let body = format!("{setup} for i = 1, 1e9 do {call} end");
    let params = one_machine();
    let states: String = (0..60).map(|n| format!("state_of_many_{n} = {{}}, ")).collect();
    let many = format!("return behaviour {{ name = 'many', start = 'state_of_many_0', states = {{ {states} }} }}");
    let modules: Vec<String> = (0..60).map(|n| format!("lib/module_{n}.lua")).collect();
    let (probe, other) = (ticking("probe", &body), ticking("other", "group.join('all', npc)"));
    let mut files = vec![("npc/probe.lua", &*probe), ("npc/other.lua", &*other), ("npc/many.lua", &*many)];
    files.extend(modules.iter().map(|path| (path.as_str(), "return {}")));
    let mut stage = Stage::with(&files, params);
    let id = stage.spawn("probe", 10.5, 10.5);
    let others: Vec<AgentId> = (0..NEIGHBOURS)
        .map(|n| stage.spawn("other", 2.5 + f32::from(n % 12) * 3.0, 2.5 + f32::from(n / 12) * 5.0))
        .collect();
    // They are a group.
    stage.turn(&others);
    best_ns(&mut stage, id, call) / COUNTS as f64
}

/// The best time of turns that are stopped for running too long, in nanoseconds.
fn best_ns(stage: &mut Stage, id: AgentId, call: &str) -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let out = stage.turn(&[id]);
        best = best.min(start.elapsed());
        let said = &out.faults.first().expect("it is stopped").diagnostic.message;
        if !said.contains("ran too long") {
            println!("{call}: {said}");
        }
    }
    best.as_nanos() as f64
}

fn main() {
    let only = std::env::args().nth(1).filter(|a| !a.starts_with("--"));
    let loading = ["require", "behaviour"];
    let api = natives().map(|f| [f.area, f.name].join(".").trim_start_matches('.').to_owned());
    for name in wrapped().chain(api.filter(|name| !loading.contains(&name.as_str()))) {
        assert!(CASES.iter().any(|(of, _)| *of == name), "{name} has no case");
    }
    let base = measure("local x = 0", "x = x + i");
    println!("{base:.1} ns for a count of `for i = 1, n do x = x + i end`");
    let mut rows: Vec<(f64, &str, String)> = Vec::new();
    let calls = CASES.iter().map(|(name, call)| (*name, (*call).to_owned()));
    let plain = UNWRAPPED.iter().map(|(name, call)| (*name, format!("x = {call}")));
    for (name, call) in calls.chain(plain) {
        if only.as_ref().is_none_or(|o| name.contains(o.as_str())) {
            rows.push((measure(SETUP, &call) / base, name, call));
        }
    }
    let is_wanted = |name: &str| only.as_ref().is_none_or(|o| name.contains(o.as_str()));
    let places = IN_HALLS.iter().filter(|(name, _)| is_wanted(name));
    rows.extend(places.map(|(name, call)| (measure_in_halls(call) / base, *name, format!("{call}, in halls"))));
    let memories = MEMORIES.iter().filter(|_| only.as_ref().is_none_or(|o| "npc.memory".contains(o.as_str())));
    rows.extend(memories.map(|(what, work)| (measure_memory(work) / base, "npc.memory", (*what).to_owned())));
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let short = |call: &str| call.chars().take(70).collect::<String>();
    for (factor, name, call) in &rows {
        println!("{factor:7.2}  {name:18} {}", short(call));
    }
    let over = rows.iter().filter(|r| r.0 > FACTOR).count();
    println!("{} cases, {over} above the factor of {FACTOR}", rows.len());
}
