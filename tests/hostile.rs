//! Scripts that mean harm: each is stopped, the error names a line, and the next creature of the same machine lives on.

mod stage;

use bestiary::script::ScriptParams;
use stage::{Stage, ticking};

/// What a hostile tick does. Every one of them would burn time or memory without end (or for very long).
const HOSTILE: &[(&str, &str)] = &[
    ("plain loop", "while true do end"),
    ("repeat loop", "repeat until false"),
    ("counting loop", "for i = 1, 1e15 do end"),
    ("goto by recursion", "local function f() return f() end f()"),
    ("deep recursion", "local function f() return 1 + f() end f()"),
    ("deep recursion caught", "local function f() return 1 + f() end while true do pcall(f) end"),
    ("pcall", "while true do pcall(function() while true do end end) end"),
    ("nested pcall", "local function f() pcall(f) while true do end end f()"),
    ("pcall of pcall", "while true do pcall(pcall, pcall, error) end"),
    ("xpcall handler", "xpcall(function() while true do end end, function() while true do end end) while true do end"),
    ("xpcall again", "while true do xpcall(error, function() while true do end end) end"),
    ("coroutine", "coroutine.wrap(function() while true do end end)()"),
    ("coroutine resumed", "while true do coroutine.resume(coroutine.create(function() while true do end end)) end"),
    (
        "coroutine yields",
        "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
    ),
    ("coroutines in coroutines", "local function f() coroutine.wrap(f)() end f()"),
    (
        "pcall in coroutine",
        "coroutine.wrap(function() while true do pcall(function() while true do end end) end end)()",
    ),
    ("sort comparator", "table.sort({3, 2, 1, 5, 4}, function(a, b) while true do end end)"),
    ("sort comparator caught", "while true do pcall(table.sort, {3, 2, 1}, function() while true do end end) end"),
    (
        "sort in circles",
        "local t = table.create(10000, 1) while true do table.sort(t, function(a, b) return a < b end) end",
    ),
    ("sort plain", "local t = table.create(500000, 1) while true do table.sort(t) end"),
    ("gsub callback", "string.gsub('aaaa', 'a', function() while true do end end)"),
    ("gsub table", "string.gsub('aaaa', 'a', setmetatable({}, { __index = function() while true do end end }))"),
    ("index metamethod", "local t = setmetatable({}, { __index = function() while true do end end }) return t.x"),
    ("index chain", "local t = setmetatable({}, { __index = function(t, k) return t[k .. 'x'] end }) return t.x"),
    ("newindex metamethod", "local t = setmetatable({}, { __newindex = function() while true do end end }) t.x = 1"),
    ("call metamethod", "local t = setmetatable({}, { __call = function() while true do end end }) t()"),
    (
        "equality metamethod",
        "local m = { __eq = function() while true do end end } return setmetatable({}, m) == setmetatable({}, m)",
    ),
    ("concat metamethod", "return setmetatable({}, { __concat = function() while true do end end }) .. 'x'"),
    ("length metamethod", "return #setmetatable({}, { __len = function() while true do end end })"),
    ("tostring metamethod", "return tostring(setmetatable({}, { __tostring = function() while true do end end }))"),
    ("printing metamethod", "print(setmetatable({}, { __tostring = function() while true do end end }))"),
    (
        "iter metamethod",
        "local t = setmetatable({}, { __iter = function() return function() return 1 end end }) local n = 0 while true do n += 1 end",
    ),
    ("iterator without end", "for i in function() return 1 end do end"),
    ("backtracking pattern", "string.find(string.rep('a', 5000), string.rep('a?', 5000) .. string.rep('a', 5000))"),
    ("nested stars", "string.match(string.rep('a', 3000) .. 'b', '.-.-.-.-.-.-c')"),
    ("pattern without end", "local s = string.rep('a', 100000) while true do string.find(s, '.-b') end"),
    ("gmatch", "for w in string.gmatch(string.rep('a', 100000), '.-b') do end while true do end"),
    ("huge move", "local t = {} table.move({}, 1, 2^31 - 2, 1, t)"),
    ("huge move repeated", "local t = table.create(100000, 1) while true do table.move(t, 1, 100000, 2) end"),
    (
        "plain find",
        "local s = string.rep('a', 1000000) local n = string.rep('a', 500000) .. 'b' while true do string.find(s, n, 1, true) end",
    ),
    ("huge split", "local s = string.rep('a,', 500000) while true do string.split(s, ',') end"),
    ("insert at the front", "local t = table.create(1000000, 1) while true do table.insert(t, 1, 0) end"),
    ("remove from the front", "local t = table.create(1000000, 1) while true do table.remove(t, 1) end"),
    ("find in a long table", "local t = table.create(1000000, 1) while true do table.find(t, 2) end"),
    ("clone", "local t = table.create(100000, 1) while true do table.clone(t) end"),
    (
        "concat of a long table",
        "local t = table.create(100000, 'xxxxxxxxxx') while true do table.concat(t, 'yyyyyyyy') end",
    ),
    ("pairs of a long table", "local t = table.create(100000, 1) while true do for k in pairs(t) do end end"),
    ("next of a long table", "local t = table.create(100000, 1) while true do next(t) end"),
    ("upper", "local s = string.rep('a', 1000000) while true do string.upper(s) end"),
    ("reverse by method", "local s = string.rep('a', 1000000) while true do s = s:reverse() end"),
    ("format", "local s = string.rep('a', 1000000) while true do string.format('%s%s', s, s) end"),
    (
        "unpack",
        "local t = table.create(7000, 1) while true do pcall(function() return select('#', table.unpack(t)) end) end",
    ),
    ("concatenation", "local s = string.rep('a', 1000000) while true do local t = s .. 'b' end"),
    ("interpolation", "local s = string.rep('a', 1000000) while true do local t = `{s}b` end"),
    ("huge rep", "return string.rep('x', 1e9)"),
    ("rep of nothing", "while true do string.rep('', 1e9) end"),
    ("rep by method", "local s = 'x' while true do s = s:rep(2) end"),
    ("doubling", "local s = 'x' while true do s = s .. s end"),
    ("growing table", "local t = {} while true do t[#t + 1] = {} end"),
    ("growing keys", "local t, i = {}, 0 while true do i += 1 t['k' .. i] = i end"),
    ("closures", "local t = {} while true do local x = {} t[#t + 1] = function() return x end end"),
    ("growing coroutines", "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end"),
    ("huge create", "return table.create(1e9, 1)"),
    ("huge buffer", "return buffer.create(1e9)"),
    ("buffers", "local t = {} while true do t[#t + 1] = buffer.create(1000000) end"),
    ("memory of its own", "local m = npc.memory while true do m[#m + 1] = string.rep('x', 1000) .. #m end"),
    ("sensing without end", "while true do npc:all { within = 1000 } end"),
    ("planning without end", "while true do pathfinder.set_position_target(npc, 1, 1) end"),
    ("places without end", "while true do npc:spot(1000) end"),
    ("talking without end", "while true do pcall(npc.say, npc, 'x') end"),
    ("error that never prints", "error(setmetatable({}, { __tostring = function() while true do end end }))"),
    (
        "gsub that grows",
        "local r = string.rep('b', 100000) string.gsub(string.rep('a', 100000), 'a', function() return r end)",
    ),
    ("gsub that grows, caught", "local r = string.rep('b', 1000000) while true do pcall(string.gsub, r, 'b', r) end"),
    (
        "concat with long glue",
        "local r = string.rep('b', 1000000) while true do pcall(table.concat, table.create(1000, 'a'), r) end",
    ),
    ("json by hand", "local function f(t) local s = '{' for i = 1, 10 do s ..= f(t) end return s end f({})"),
    (
        "close over close",
        "local f = function() end for i = 1, 1e9 do local g = f f = function() return g() end end f()",
    ),
    ("yield in the open", "coroutine.yield() while true do end"),
    ("sort that yields", "table.sort({3, 2, 1}, function() coroutine.yield() end)"),
    ("wrap itself", "local c c = coroutine.wrap(function() c() end) c() while true do end"),
    (
        "close a coroutine",
        "local c = coroutine.create(function() coroutine.yield() end) coroutine.resume(c) while true do coroutine.close(c) end",
    ),
    ("distance metamethods", "npc:distance(setmetatable({}, { __index = function() while true do end end }))"),
    ("filter with a metatable", "npc:nearest(setmetatable({}, { __index = function() while true do end end }))"),
    ("lines of sight", "while true do npc:sees(1, 1) end"),
    ("print in print", "local t t = setmetatable({}, { __tostring = function() print(t) return '' end }) print(t)"),
    ("sort in sort", "local function f() table.sort({2, 1}, function(a, b) f() return a < b end) end f()"),
    ("gsub in gsub", "local function f() string.gsub('a', 'a', f) end f()"),
    ("pcall in pcall", "local function f() pcall(f) end f() while true do end"),
    ("xpcall in its handler", "local function h() xpcall(error, h) end h() while true do end"),
    ("coroutine in pcall in coroutine", "local function f() pcall(coroutine.wrap(f)) end f() while true do end"),
    (
        "metamethods in metamethods",
        "local m = {} m.__add = function(a, b) return a + b end return setmetatable({}, m) + 1",
    ),
    ("printing without end", "while true do print('x') end"),
];

fn stage() -> Stage {
    let hostile: Vec<(String, String)> = HOSTILE
        .iter()
        .enumerate()
        .map(|(i, (_, body))| (format!("npc/h{i}.lua"), ticking(&format!("h{i}"), &format!("do {body} end"))))
        .collect();
    let good = ticking("good", "npc.memory.n = (npc.memory.n or 0) + 1; npc:steer(5, 5)");
    let mut files: Vec<(&str, &str)> = hostile.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    files.push(("npc/good.lua", &good));
    Stage::with(&files, ScriptParams { vms: 1, ..ScriptParams::default() })
}

#[test]
fn every_hostile_script_is_stopped_and_harms_nobody_else() {
    let mut stage = stage();
    let good = stage.spawn("good", 5.5, 5.5);
    for (i, (what, _)) in HOSTILE.iter().enumerate() {
        let bad = stage.spawn(&format!("h{i}"), 20.5, 20.5);
        let out = stage.turn(&[good, bad]);
        let fault = out.faults.first().unwrap_or_else(|| panic!("{what}: no error"));
        assert_eq!(fault.slot, bad.slot(), "{what}");
        assert_eq!(fault.diagnostic.file, format!("scripts/npc/h{i}.lua"), "{what}: {}", fault.diagnostic);
        assert_eq!(fault.diagnostic.line, 2, "{what}: {}", fault.diagnostic);
        assert_eq!(out.turns.len(), 2, "{what}: both had their turn");
        let agents = std::sync::Arc::get_mut(&mut stage.view.agents).expect("given back");
        agents.remove(bad);
        stage.vm.forget(bad.slot());
    }
    stage.turn(&[good]);
    assert_eq!(stage.memory(good, "n"), bestiary::agent::Value::Number(HOSTILE.len() as f64 + 1.0));
}

#[test]
fn memory_is_capped_and_the_next_creature_has_room_again() {
    let params = ScriptParams { vms: 1, memory_mb: 4, instructions_per_call: 50_000_000, ..ScriptParams::default() };
    let good =
        ticking("good", "local t = {} for i = 1, 1000 do t[i] = { i } end npc.memory.n = (npc.memory.n or 0) + 1");
    for (what, body) in [
        ("tables", "local t = {} while true do t[#t + 1] = {} end"),
        ("strings", "local t, s = {}, 'x' while true do s = s .. s t[#t + 1] = s end"),
        ("closures", "local t = {} while true do local x = {} t[#t + 1] = function() return x end end"),
        ("coroutines", "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end"),
        ("caught", "local t = {} while true do pcall(function() while true do t[#t + 1] = {} end end) end"),
        ("memory", "local m = npc.memory while true do m[#m + 1] = string.rep('x', 1000) .. #m end"),
    ] {
        let files = [("npc/bad.lua", ticking("bad", body)), ("npc/good.lua", good.clone())];
        let mut stage = Stage::with(&files.each_ref().map(|(p, t)| (*p, t.as_str())), params.clone());
        let (bad, good) = (stage.spawn("bad", 5.5, 5.5), stage.spawn("good", 9.5, 9.5));
        for turn in 1..=3 {
            let out = stage.turn(&[bad, good]);
            assert!(
                !out.faults.is_empty() && out.faults.iter().all(|f| f.slot == bad.slot()),
                "{what}: {:?}",
                out.faults
            );
            assert_eq!(out.faults[0].diagnostic.file, "scripts/npc/bad.lua", "{what}");
            assert_eq!(stage.memory(good, "n"), bestiary::agent::Value::Number(f64::from(turn)), "{what}");
        }
    }
}
