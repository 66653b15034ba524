//! What scripts may not have, and what keeps every run the same.

use super::*;
use std::hash::{DefaultHasher, Hasher};

#[test]
fn pairs_and_next_go_in_a_fixed_order() {
    let fill = "local t = { z = 1, a = 2, [10] = 3, [2] = 4, [1.5] = 5, [true] = 6, B = 7 }";
    let walk = "local s = '' for k in pairs(t) do s ..= tostring(k) .. ' ' end print(s)";
    let next = "local s, k = '', nil repeat k = next(t, k) if k ~= nil then s ..= tostring(k) .. ' ' end until k == nil print(s)";
    let lines =
        Stage::printed(&format!("{fill}\n{walk}\n{next}\nfor k, v in next, {{ y = 1, x = 2 }} do print(k, v) end"));
    assert_eq!(lines, ["2 10 B a z 1.5 true ", "2 10 B a z 1.5 true ", "x 2", "y 1"]);
    let fault = Stage::fault("next({ 1 }, {})");
    assert_eq!(fault.diagnostic.message, "next: a table cannot be a key");
    let fault = Stage::fault("local t = {} t[vector.create(1, 2, 3)] = 1 for k in pairs(t) do end");
    assert_eq!(fault.diagnostic.message, "pairs cannot order a table with a vector as a key");
}

#[test]
fn nothing_that_prints_shows_an_address() {
    let body = "print({}, print, coroutine.create(print), tostring({}))\nprint(string.format('%s %s', {}, print), `{ {} }`)\nprint(npc, string.format('%s', npc))\nprint(select(2, pcall(error, {})))\nlocal ok, e = pcall(npc.steer, npc, 'x') print(e)";
    assert_eq!(
        Stage::printed(body),
        [
            "table function thread table",
            "table function table",
            "probe 0 probe 0",
            "table",
            "npc:steer: x must be a number, not string",
        ]
    );
    assert_eq!(Stage::fault("error({})").diagnostic.message, "table");
}

#[test]
fn what_scripts_may_not_have_is_not_there() {
    for name in [
        "getfenv",
        "setfenv",
        "loadstring",
        "load",
        "newproxy",
        "collectgarbage",
        "gcinfo",
        "os",
        "io",
        "debug",
        "dofile",
    ] {
        let message = Stage::fault(&format!("local x = {name}")).diagnostic.message;
        assert!(message.starts_with(&format!("there is no '{name}'")), "{message}");
    }
    assert!(Stage::fault("math.randomseed(1)").diagnostic.message.starts_with("math has no 'randomseed'"));
    assert!(Stage::fault("_G.x = 1").diagnostic.message.contains("readonly"));
    assert!(Stage::fault("local x = require 'os'").diagnostic.message.starts_with("there is no module 'os'"));
}

#[test]
fn memory_that_is_not_plain_is_taken_out_and_named() {
    for (body, expected) in [
        ("npc.memory.f = print", "npc.memory.f: a function cannot be kept or sent; it was removed"),
        ("npc.memory.t = { a = { npc } }", "npc.memory.t.a[1]: a table with a metatable cannot be kept or sent"),
        ("npc.memory[print] = 1", "a function cannot be a key; use a number or a string"),
        ("npc.memory[0.5] = 1", "npc.memory: a number cannot be a key; use strings or whole numbers"),
        ("local t = {} t.t = t npc.memory.t = t", "tables are nested too deeply, or contain themselves"),
        (
            "local t = {} for i = 1, 9 do t[i] = string.rep('x', 9000) .. i end npc.memory.s = t",
            "npc.memory.s[8]: too many bytes of strings",
        ),
        ("local t = {} for i = 1, 5000 do t[i] = i end npc.memory.t = t", "npc.memory.t: too many entries"),
        ("setmetatable(npc.memory, {})", "npc.memory cannot have a metatable"),
    ] {
        let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", &format!("npc.memory.keep = 1 {body}")))]);
        let id = stage.spawn("probe", 5.5, 5.5);
        let said = stage.turn(&[id]).faults[0].diagnostic.message.clone();
        assert!(said.contains(expected), "{body}: {said}");
        assert_eq!(
            stage.vm.memory(id.slot()),
            Value::Table(vec![(bestiary::Key::String(b"keep".to_vec()), Value::Number(1.0))])
        );
    }
    assert!(Stage::fault("npc.memory = {}").diagnostic.message.contains("readonly"));
    assert_eq!(
        Stage::fault("npc.memry = {}").diagnostic.message,
        "npc.memry cannot be set; keep data in npc.memory.memry"
    );
}

#[test]
fn another_creatures_table_is_refused() {
    let keeper = "local box = coroutine.wrap(function(a) local kept = a while true do kept = coroutine.yield(kept) or kept end end)\n";
    let said = refused(&[("npc/probe.lua", &format!("{keeper}{}", ticking("probe", "box(npc)")))]);
    assert!(said.contains("cannot be kept") || said.contains("coroutine"), "{said}");
    let fault = Stage::fault("npc.steer(1, 2)");
    assert_eq!(fault.diagnostic.message, "npc:steer must be called with a colon; got number instead of a creature");
    assert_eq!(Stage::fault("npc.steer({}, 1, 2)").diagnostic.message, "npc:steer needs a creature (npc), not a table");
    assert_eq!(
        Stage::fault("pathfinder.tick()").diagnostic.message,
        "pathfinder.tick must be called with npc first; got nil instead of a creature"
    );
}

#[test]
fn equal_lives_have_equal_digests() {
    let file = ticking("probe", "npc.memory.list = { npc:random(9), b = { true } } npc.memory.n = npc.tick");
    let digest = |turns: usize| {
        let mut stage = Stage::new(&[("npc/probe.lua", &file)]);
        let id = stage.spawn("probe", 5.5, 5.5);
        (0..turns).for_each(|_| drop(stage.turn(&[id]).turns.clone()));
        let mut hasher = DefaultHasher::new();
        stage.vm.digest(id.slot(), &stage.view.agents, &mut hasher);
        hasher.finish()
    };
    assert_eq!(digest(2), digest(2));
    assert_ne!(digest(2), digest(3));
    assert_ne!(digest(0), digest(2));
    assert_ne!(digest(0), DefaultHasher::new().finish(), "something was digested");
}
