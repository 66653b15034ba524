//! Storms of one root: allocations, lack of memory, floods, quotas, errors, recursion, patterns.

use crate::generate::Writer;

/// Bodies, with `N` for a number, `S` for a string, `V` for a value, `W` for a statement, `F` for a function.
const STORMS: &[&str] = &[
    // Allocations.
    "local t = {} for i = 1, N do t[i % 50] = { i, tostring(i), function() return i end } W end",
    "local t = {} while true do t[#t + 1] = {} end",
    "local t = {} while true do t[#t + 1] = string.rep('x', 15000) .. #t end",
    "local t = {} pcall(function() while true do t[#t + 1] = table.create(N) end end) t = nil W",
    "while true do local b = buffer.create(16000) W end",
    "local t = {} while true do t[#t + 1] = coroutine.create(F) end",
    "local t = {} while true do t[#t + 1] = coroutine.wrap(function() coroutine.yield(V) end) t[#t]() end",
    "local t = {} for i = 1, N do t[i * 1000] = i t['k' .. i] = t end",
    "while true do local t = { V, V, V, x = V, y = V } end",
    "local s = S for _ = 1, 20 do s = s .. s end",
    "local s = '' while true do s = s .. S end",
    // Floods.
    "for i = 1, N do npc:shout(S, 200) end",
    "for i = 1, 40 do pcall(npc.send, npc, npc.id, 'flood', { V, V, S }) end",
    "local t = {} for i = 1, 3000 do t[i] = i end for i = 1, 20 do pcall(npc.send, npc, npc.id, 'flood', t) end",
    "for i = 1, N do print(S, V) end",
    "for i = 1, N do npc:say(S) end",
    "while true do pcall(npc.send, npc, npc:nearest { within = 100 }, S, V) end",
    "for i = 1, N do pathfinder.set_position_target(npc, i % 100, i % 30) pathfinder.tick(npc) end",
    "while true do npc:all { within = 1000 } npc:count { within = 1000, visible = true } end",
    "while true do npc:spot(N) npc:away(npc.x, npc.y, N) end",
    // The memory of the creature.
    "local m = npc.memory for i = 1, N do m[i] = i end",
    "local m = npc.memory for i = 1, N do m['k' .. i] = S end",
    "npc.memory.t = table.create(N) npc.memory.u = table.create(N, 1)",
    "local m = npc.memory for i = 1, N do m.next = {} m = m.next end",
    "npc.memory.self = npc.memory npc.memory.f = F npc.memory.npc = npc npc.memory.v = V",
    "setmetatable(npc.memory, { __index = F, __newindex = F }) npc.memory.x = V",
    "table.freeze(npc.memory) npc.memory.x = V",
    "npc.memory[V] = V npc.memory[0.5] = 1 npc.memory[true] = 2 npc.memory[1e300] = 3",
    "local m = npc.memory m.t = m.t or {} for i = 1, 500 do m.t[#m.t + 1] = S end",
    "table.clear(npc.memory) for i = 1, N do npc.memory['x' .. i] = nil end",
    // Errors.
    "while true do pcall(error, S) end",
    "while true do pcall(error, V) W end",
    "while true do xpcall(error, F, V) end",
    "error(setmetatable({}, { __tostring = F }))",
    "error(V)",
    "pcall(error) error(S, N)",
    "local function f() return pcall(f) end f() W",
    "assert(false, S)",
    "coroutine.wrap(function() error(V) end)()",
    "pcall(string.rep) pcall(string.rep, V) npc.no_such_field()",
    "for i = 1, 60 do pcall(npc.send, npc, npc.id, 'again', V) end error(string.rep('x', 15000) .. N)",
    "for i = 1, 60 do pcall(npc.send, npc, npc.id, 'again', i) end error(string.rep('npc/culprit.lua:3: ', 800))",
    "npc:after(0.1, 'a') npc:every(0.1, S) error(string.rep(S, 3))",
    // Names.
    "while true do pcall(function() return mod.settings[S] end) end",
    "while true do pcall(function() return mod.settings.k7, mod.settings.deep.k9, mod.settings['k' .. N] end) W end",
    "while true do pcall(npc.all, npc, { within = N, state = S, faction = S, behaviour = S }) end",
    "for i = 1, N do pcall(npc.count, npc, { within = 10, state = 'k' .. i, behaviour = 'k' .. i }) end",
    "for i = 1, N do pcall(require, 'lib.k' .. i) pcall(require, 'lib.m' .. i) end",
    "for i = 1, N do pcall(function() return npc['k' .. i] end) pcall(function() return world['k' .. i] end) end",
    "for i = 1, N do pcall(npc.post, npc, 'k' .. i, V) pcall(npc.post, npc, string.rep('k', 9000) .. i, i) end",
    "while true do pcall(npc.board, npc, S) pcall(world.place, S) pcall(world.place, 'k' .. N) end",
    "while true do npc:why() end",
    "for i = 1, N do pcall(npc.after, npc, 1, 'k' .. i) pcall(npc.cancel, npc, 'k' .. i) end",
    // Keys that begin alike.
    "local t = {} for i = 1, 500 do t[string.rep('k', 15000) .. i] = i end while true do for k in pairs(t) do end next(t) end",
    "local t = {} for i = 1, N do t[string.rep('k', 400) .. i] = V end for k, v in pairs(t) do W end npc.memory.t = t",
    "local a, b = string.rep('k', 16000) .. 'a', string.rep('k', 16000) .. 'b' while true do local _ = a < b local _ = a == b W end",
    "local t = {} for i = 1, 100 do t[i] = string.rep('k', 9000) .. (i * 7 % 100) end while true do table.sort(t, F) table.sort(t) end",
    "local m = npc.memory for i = 1, 6 do m[string.rep('k', 9000) .. i] = i end for k in pairs(m) do m[k] = V end",
    // Memories that are not plain.
    "local m, u = npc.memory, { 1, { 2 } } for i = 1, N do m[i] = u end",
    "local m, t = npc.memory, {} for i = 1, N do t[i] = i end for i = 1, 400 do m[i] = t end",
    "local m = npc.memory for i = 1, 60 do local u = {} for j = 1, 60 do u['k' .. j] = S end m[i] = u end",
    "local m = npc.memory for i = 1, 1500 do m[i] = {} end m[F] = 1",
    "local m = npc.memory m.a = { V, V } m.b = m.a m.c = { m.a, m.b, m } m.d = setmetatable({}, { __index = m })",
    "local m = npc.memory for i = 1, 4000 do m[i] = 'k' .. i end m[N] = F",
    "local m = npc.memory for i = 1, N do m['k' .. i] = i end for i = 1, N do m['k' .. i] = nil end m.x = V",
    // Crowds.
    "for i = 1, 10 do npc:say(S) pcall(npc.spawn, npc, 'culprit', npc.x + i % 3, npc.y) end W",
    "pcall(npc.spawn, npc, 'culprit', npc.x, npc.y) while true do W end",
    "local x, y = npc:spot(3) pcall(npc.spawn, npc, 'culprit', x or npc.x, y or npc.y, V) npc:despawn()",
    "for i = 1, 30 do pcall(npc.spawn, npc, S, npc.x + 1, npc.y) end",
    "for _, id in ipairs(npc:all { within = 30, limit = N }) do pcall(npc.look, npc, id) W end",
    "while true do npc:nearest { within = 40, behaviour = 'culprit', visible = true } npc:count { within = 40, state = 's' } end",
    "for i = 1, N do npc:shout('k' .. i, 40) end",
    "npc:shout(string.rep('k', 15000), 40) npc:shout(S, 40) while true do W end",
    // Recursion.
    "local function f(n) return 1 + f(n + 1) end while true do pcall(f, 1) end",
    "local function f() coroutine.wrap(f)() end f()",
    "local t = setmetatable({}, { __index = function(t, k) return t[k .. 'x'] end }) local _ = t.x",
    "local m = {} m.__index = function(t, k) return setmetatable({}, m)[k] end local _ = setmetatable({}, m).x",
    "local function f(s) return (s:gsub('.', f)) end f(S)",
    "local function f(a, b) table.sort({ 3, 1, 2 }, f) return a < b end f(1, 2)",
    "local function f(...) return f(1, ...) end f()",
    "local function f() return xpcall(f, f) end f()",
    "local s = {} for i = 1, 190 do s = setmetatable({}, { __index = s }) end while true do local _ = s.x end",
    "local s = {} for i = 1, 190 do s = setmetatable({}, { __newindex = s }) end while true do s.x = 1 rawset(s, 'x', nil) end",
    "local f = F for i = 1, 200 do local g = f f = function(...) return g(...) end end while true do pcall(f, V) end",
    // Patterns and numbers in strings.
    "while true do pcall(string.find, S, S) end",
    "while true do pcall(string.gsub, S, S, V) end",
    "while true do pcall(function() for a, b in string.gmatch(S, S) do W end end) end",
    "while true do pcall(string.match, string.rep('a', N), string.rep('a-', 20) .. 'b') end",
    "while true do pcall(string.format, S, V, V, V) end",
    "while true do pcall(string.pack, S, V, V) pcall(string.unpack, S, S) end",
    "local s = S local u = S while true do local _ = s < u or s <= u end",
    "local s = '0.' .. string.rep('123456789', 6) while true do local _ = s + s local _ = -s end",
    "local s = S while true do local _ = s .. N end",
    "local s, t = S, {} for i = 1, 1000 do t[i] = s .. i end while true do table.sort(t) W end",
    "while true do table.concat(table.create(100, S), S) end",
    // Tables.
    "local t = table.create(N, 1) while true do table.insert(t, 1, V) end",
    "local t = table.create(60000) while true do pairs(t) next(t) table.clear(t) end",
    "local t = table.create(60000) while true do local _ = #t for _ in pairs(t) do end end",
    "local t = {} for i = 1, 3000 do t['k' .. i] = i end for k in pairs(t) do t[k] = nil end while true do W pairs(t) next(t) end",
    "local t = {} for i = 1, 3000 do t[i] = i end for i = 1, 3000 do t[i] = nil end while true do local _ = #t table.clone(t) end",
    "while true do table.move({ V }, 1, N, 1, {}) end",
    "while true do pcall(table.unpack, {}, 1, N) pcall(select, -1, unpack(table.create(200, 1))) end",
    "local t = { V, V, V, V } while true do pcall(table.sort, t, F) end",
    "while true do for k, v in pairs { V, V, a = V } do W end end",
    "local t = {} while true do t[{}] = true t[F] = 1 W end",
    "local t = { [{}] = 1, [F] = 2, [V] = 3, [S] = 4 } for k, v in (t) do npc.memory.first = v break end",
    "local t = {} for i = 1, 20 do t[{}] = i end pcall(function() for k, v in (V) do npc.memory.k = v W end end) for _, v in pcall(pairs, t) and t do npc.memory.v = v end",
    "local t = { [{}] = 1, [F] = 2, [V] = 3 } local _, e = pcall(pairs, t) npc.memory.e = e _, e = pcall(next, t) npc.memory.f = e _, e = pcall(npc.send, npc, npc.id, 'x', t) npc.memory.g = e npc.memory.t = t W",
    "npc.memory[{}] = 1 npc.memory[F] = 2 npc.memory[V] = 3 npc.memory[coroutine.create(print)] = 4 npc.memory[npc] = N",
    "pcall(npc.all, npc, { [{}] = 1, [F] = 2, within = N, [V] = V }) pcall(npc.nearest, npc, table.create(N))",
    // Any number of values.
    "local function f(...) return f(1, V, ...) end while true do pcall(f) end",
    "local function g(...) return ... end local function f(...) while true do g(...) W end end pcall(f, unpack(table.create(N, 1)))",
    "local function f(...) while true do local t = { ... } local _ = select('#', ...) end end f(unpack(table.create(7900, V)))",
    "local function f(...) while true do pcall(math.max, ...) pcall(string.char, ...) pcall(type, ...) end end f(unpack(table.create(7900, 65)))",
    "local c = coroutine.wrap(function(...) while true do coroutine.yield(...) end end) while true do c(unpack(table.create(7000, 1))) end",
    // What is shared.
    "pcall(function() string.x = 1 end) pcall(function() _G.x = 1 end) pcall(function() npc.x = 1 end) helper.kept = V",
    "rawset(npc, 'x', V) rawset(helper, 'kept', V) setmetatable(npc, nil)",
    "pcall(setmetatable, '', { __index = V }) pcall(getmetatable('').__index) pcall(rawset, getmetatable(npc), 'x', V)",
    "table.insert(helper.kept, V) table.move({ V }, 1, 1, 1, helper) table.clear(helper)",
    "local other = npc:look(npc:nearest { within = 1000 } or 1) if other then other.x = V end npc.steer(other, 1, 1)",
    "pcall(require, S) pcall(require, 'lib.helper') pcall(behaviour, V) tactics.go(V, V, V)",
];

/// What other creatures notice.
const HEARD: [&str; 2] = [", 200)", "within = 100 }, S"];

/// One of the storms, with its blanks filled in.
pub(crate) fn storm(w: &mut Writer) -> String {
    let all: Vec<&str> = STORMS.iter().copied().filter(|s| !w.quiet || HEARD.iter().all(|h| !s.contains(h))).collect();
    let storm = w.dice.pick(&all);
    let mut out = String::new();
    let mut previous = ' ';
    let letters: Vec<char> = storm.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let alone =
            !previous.is_alphanumeric() && previous != '_' && letters.get(at + 1).is_none_or(|n| !n.is_alphanumeric());
        previous = *letter;
        match letter {
            'N' if alone => out += w.dice.pick(&["3", "30", "300", "3000", "30000", "1e6"]),
            'S' if alone => out += &w.string(),
            'V' if alone => out += &w.value(),
            'W' if alone => out += &w.work(),
            'F' if alone => out += &w.function(),
            other => out.push(*other),
        }
    }
    out + "\n"
}
