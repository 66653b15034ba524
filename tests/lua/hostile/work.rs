//! Work that the interpreter takes no count of is charged all the same: loops make few turns before they are stopped.

use crate::stage::{Stage, ticking};
use bestiary::{ScriptParams, Value};

/// How many turns a loop makes in one call of 50 000 counts; at most so many more than `turns` is right.
fn turns(setup: &str, work: &str) -> f64 {
    let body = format!("local n, x = 0 {setup} while true do n += 1 npc.memory.n = n {work} end");
    let mut stage =
        Stage::with(&[("npc/probe.lua", &ticking("probe", &body))], ScriptParams { vms: 1, ..ScriptParams::default() });
    let id = stage.spawn("probe", 10.5, 10.5);
    let said = stage.turn(&[id]).faults[0].diagnostic.message.clone();
    assert!(said.contains("ran too long"), "{work}: {said}");
    match stage.memory(id, "n") {
        Value::Number(n) => n,
        other => panic!("{work}: {other:?}"),
    }
}

#[test]
fn straight_line_code_is_charged_by_its_size() {
    let strings = "local s, u = ('y'):rep(9000) .. 'a', ('y'):rep(9000) .. 'b'";
    for (setup, work, most) in [
        ("", "x = n + n ".repeat(400), 200.0),
        (strings, "x = s < u ".repeat(400), 150.0),
        ("", "x = { n, n } ".repeat(400), 150.0),
        ("", "x = function() return n end ".repeat(400), 150.0),
        ("local s = '1234567'", "x = -s x = s * s ".repeat(400), 150.0),
        ("", format!("x = n {} ", "+ n".repeat(100)), 10_000.0),
        ("local function f() local y = n FILL end", "f()".into(), 200.0),
    ] {
        let setup = setup.replace("FILL", &"y = y * n ".repeat(400));
        let turns = turns(&setup, &work);
        assert!(turns <= most, "{turns} turns of {}", &work[..work.len().min(40)]);
    }
    assert!(turns("", "x = n") > 40_000.0, "what is short stays one count");
}

#[test]
fn code_in_conditions_is_charged_with_its_loop() {
    let many = "n < 0 or ".repeat(400);
    let body = format!("local n = 0 while {many} true do n += 1 npc.memory.n = n end");
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", &body))]);
    let id = stage.spawn("probe", 10.5, 10.5);
    assert_eq!(stage.turn(&[id]).faults.len(), 1);
    assert!(matches!(stage.memory(id, "n"), Value::Number(n) if n < 2_000.0));
}

#[test]
fn values_passed_on_by_dots_are_charged() {
    let setup = "local t = table.create(5000, 1) local function f(...) end local function g(...) for i = 1, 1e9 do n += 1 npc.memory.n = n f(...) end end";
    assert!(turns(setup, "g(unpack(t))") < 300.0);
}

#[test]
fn places_of_an_emptied_table_are_charged() {
    let setup = "local t = table.create(30000, 1) table.clear(t)";
    for work in [
        "pairs(t)",
        "next(t)",
        "table.clear(t)",
        "table.clone(t)",
        "pcall(npc.all, npc, t)",
        "pcall(npc.send, npc, 1, 'x', t)",
    ] {
        let turns = turns(setup, work);
        assert!(turns < 60.0, "{turns} turns of {work}");
    }
}

#[test]
fn looking_at_long_strings_is_charged() {
    // Digits that end before they are too many, in a string that grows.
    let turns = turns("local s = '' for i = 1, 200 do s ..= ('1'):rep(60) .. 'g' end", "x = s .. n");
    assert!(turns < 100.0, "{turns}");
}

#[test]
fn room_in_memory_counts_for_the_quota() {
    let body = "npc.memory.t = table.create(40000) npc.memory.n = 1";
    let mut stage = Stage::new(&[("npc/probe.lua", &ticking("probe", body))]);
    let id = stage.spawn("probe", 10.5, 10.5);
    let said = stage.turn(&[id]).faults[0].diagnostic.message.clone();
    assert!(said.contains("npc.memory.t: too much room"), "{said}");
    assert_eq!((stage.memory(id, "t"), stage.memory(id, "n")), (Value::Nil, Value::Number(1.0)));
}
