//! What does not load, and what is said about it.

use crate::stage;
use crate::stage::{Stage, refused, ticking};

/// A wolf around one handler.
fn wolf(tick: &str) -> String {
    format!(
        "return behaviour {{\n  name = \"wolf\",\n  start = \"rest\",\n  states = {{\n    rest = {{\n      tick = function(npc)\n{tick}\n      end,\n    }},\n    attack = {{}},\n  }},\n}}"
    )
}

#[test]
fn faults_of_a_file_name_line_and_remedy() {
    for (tick, line, expected) in [
        ("return \"atack\"", 7, "there is no state 'atack' to change to\n  did you mean 'attack'?"),
        ("return npc.health < 3 and \"flee\" or \"attack\"", 7, "there is no state 'flee' to change to"),
        ("count = 3", 7, "'count' is assigned but never declared"),
        (
            "for k, v in npc.memory do end",
            7,
            "a loop over 'npc.memory' without pairs has no fixed order\n  write pairs(npc.memory)",
        ),
        ("for k, v in { 1 } do end", 7, "without pairs"),
        ("function helper() end", 7, "'helper' is assigned but never declared"),
    ] {
        let said = refused(&[("npc/wolf.lua", &wolf(tick))]);
        assert!(said.starts_with(&format!("scripts/npc/wolf.lua:{line}:")), "{tick}: {said}");
        assert!(said.contains(expected), "{tick}: {said}");
    }
}

#[test]
fn a_handler_may_not_assign_the_files_own_variables_but_may_shadow_them() {
    let file = |tick: &str| format!("local count, list = 0, {{}}\n{}", wolf(tick));
    for tick in ["count = 1", "count += 1", "for i = 1, 3 do count = i end", "local function f() count = 1 end"] {
        let said = refused(&[("npc/wolf.lua", &file(tick))]);
        assert!(said.starts_with("scripts/npc/wolf.lua:8:"), "{said}");
        assert!(said.contains("a function assigns the file's own variable 'count'\n  all creatures share"), "{said}");
        assert!(said.contains("npc.memory.count"), "{said}");
    }
    for fine in [
        "local count = 1; count = 2",
        "local count = count; count += 1",
        "for count = 1, 3 do count = 1 end",
        "for _, count in ipairs({ 1 }) do count = 1 end",
        "local function f(count) count = 1 end",
        "local count = 0; local function f() count += 1 end f()",
        "npc.memory.count = count",
    ] {
        Stage::new(&[("npc/wolf.lua", &file(fine))]);
    }
}

#[test]
fn a_local_of_a_block_ends_with_the_block() {
    let said = refused(&[("npc/wolf.lua", &wolf("do local x = 1 end\nx = 2"))]);
    assert!(said.starts_with("scripts/npc/wolf.lua:8:"), "{said}");
}

#[test]
fn tables_are_checked_field_by_field() {
    let with = |body: &str, rest: &str| {
        format!(
            "return behaviour {{\n  name = \"wolf\",\n  body = {{ {body} }},\n  start = \"rest\",\n  states = {{ rest = {{ {rest} }} }},\n}}"
        )
    };
    for (body, rest, expected) in [
        ("radius = 50", "", "wolf.lua:3:21: error: body.radius is 50; it must lie between 0.1 and 5"),
        ("speed = \"fast\"", "", "wolf.lua:3:20: error: body.speed is string, not a number"),
        ("radius = 0.0999", "", "body.radius is 0.0999; it must lie between 0.1 and 5"),
        ("speed = 0/0", "", "body.speed is NaN; it must lie between 0 and 30"),
        ("sight = 3", "", "wolf.lua:3:12: error: a body has no 'sight'"),
        ("spede = 3", "", "did you mean 'speed'?"),
        ("glyph = \"wolf\"", "", "body.glyph is 'wolf'; it must be one visible letter"),
        ("", "tik = function() end", "wolf.lua:5:23: error: a state has no 'tik'\n  did you mean 'tick'?"),
        ("", "tick = 3", "tick is number, not a function"),
    ] {
        let said = refused(&[("npc/wolf.lua", &with(body, rest))]);
        assert!(said.contains(expected), "{body} {rest}: {said}");
    }
}

#[test]
fn name_and_start_must_fit() {
    let said =
        refused(&[("npc/wolf.lua", "return behaviour { name = \"dog\", start = \"rst\", states = { rest = {} } }")]);
    assert!(
        said.contains("the behaviour is called 'dog'\n  a file and its behaviour have the same name: name = \"wolf\""),
        "{said}"
    );
    assert!(said.contains("there is no state 'rst' to start in\n  did you mean 'rest'?"), "{said}");
    let said = refused(&[("npc/wolf.lua", "return 3")]);
    assert!(said.contains("returns number, not a behaviour"), "{said}");
}

#[test]
fn modules_that_are_missing_or_go_in_circles_are_named() {
    let user =
        "local t = require \"lib.tactcs\"\nreturn behaviour { name = \"wolf\", start = \"s\", states = { s = {} } }";
    let said = refused(&[("npc/wolf.lua", user), ("lib/tactics.lua", "return {}")]);
    assert!(said.starts_with("scripts/npc/wolf.lua:1: error: there is no module 'lib.tactcs'"), "{said}");
    assert!(said.contains("did you mean 'lib.tactics'?"), "{said}");
    let said = refused(&[("lib/a.lua", "return require \"lib.b\""), ("lib/b.lua", "return require \"lib.a\"")]);
    assert!(said.contains("modules require each other in a circle: lib/a.lua → lib/b.lua → lib/a.lua"), "{said}");
    assert_eq!(said.matches("error:").count(), 1, "{said}");
    let said = refused(&[
        ("lib/a.lua", "local x = nil\nreturn x.y"),
        ("npc/wolf.lua", &format!("require \"lib.a\"\n{}", wolf(""))),
    ]);
    assert!(said.starts_with("scripts/lib/a.lua:2: error: attempt to index nil"), "{said}");
    assert_eq!(said.matches("error:").count(), 1, "the user of a broken module is not blamed: {said}");
}

#[test]
fn a_file_that_never_ends_or_is_too_large_is_refused() {
    let said = refused(&[("npc/wolf.lua", "while true do end")]);
    assert!(said.starts_with("scripts/npc/wolf.lua:1: error: the script ran too long"), "{said}");
    let said = refused(&[("npc/wolf.lua", &"-".repeat(300_000))]);
    assert!(said.contains("the file is 300000 bytes long; 262144 are allowed"), "{said}");
    let deep = format!("return {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(refused(&[("npc/wolf.lua", &deep)]).starts_with("scripts/npc/wolf.lua:1"));
    for nest in [190, 900] {
        let deep = format!("local x = {}1{}\n{}", "(".repeat(nest), ")".repeat(nest), wolf(""));
        let _ = stage::load_with(&[("npc/wolf.lua", &deep)], &bestiary::ScriptParams::default());
    }
}

#[test]
fn chance_and_the_world_belong_to_handlers() {
    for (line, expected) in [
        ("local r = math.random()", "math.random can only be used in a handler"),
        ("local w = world.width", "world.width can only be used in a handler"),
        ("return coroutine.wrap(function() end)", "a coroutine cannot be kept at the top of a file"),
        ("return string.gmatch('a b', '%a')", "an iterator cannot be kept at the top of a file"),
        (
            "local function counter() local n = 0 return function() n += 1 return n end end return counter()",
            "this function assigns 'n', a variable that outlives the call",
        ),
        ("return { buffer.create(3) }", "a buffer cannot be kept at the top of a file"),
        ("local c = coroutine.create(print) return { c }", "a coroutine cannot be kept at the top of a file"),
    ] {
        let said =
            refused(&[("lib/a.lua", &format!("{line}\n{}", if line.contains("return") { "" } else { "return {}" }))]);
        assert!(said.starts_with("scripts/lib/a.lua:1: error:") && said.contains(expected), "{said}");
    }
}

/// Luau says that a function with attributes begins at the first of them.
#[test]
fn an_attribute_hides_no_variable_that_outlives_a_call() {
    for counter in [
        "return\n@native\nfunction() n += 1 return n end",
        "return\n@native\n\nfunction() return function() n += 1 return n end end",
        "@native\nlocal function count() n += 1 return n end return count",
        "local t = {}\n@native\nfunction t.count() n += 1 return n end return t",
        "local free = function() return 1 end local count =\n@native\nfunction() n += 1 return n + free() end return count",
    ] {
        let said =
            refused(&[("lib/a.lua", &format!("local function counter() local n = 0 {counter} end return counter()"))]);
        assert!(said.contains("this function assigns 'n', a variable that outlives the call"), "{counter}: {said}");
    }
}

#[test]
fn what_a_file_leaves_is_frozen() {
    for (top, tick) in [
        ("local t = {}", "t.x = 1"),
        ("local t = { deep = { er = {} } }", "t.deep.er.x = 1"),
        ("local t = {} local function get() return t end", "get().x = 1"),
        (
            "local t = {} local function get() return t end local function outer() return get() end",
            "table.insert(outer(), 1)",
        ),
        ("local t = setmetatable({}, { __index = {} })", "getmetatable(t).__index.x = 1"),
        ("local t = {}", "rawset(t, 'x', 1)"),
        ("local t = {}", "setmetatable(t, {})"),
        ("local t = string", "t.upper = nil"),
        ("local t = require 'lib.m'", "t.list[1] = 3"),
    ] {
        let text = format!("{top}\n{}", ticking("probe", tick));
        let mut stage = Stage::new(&[("npc/probe.lua", &text), ("lib/m.lua", "return { list = { 1, 2 } }")]);
        let id = stage.spawn("probe", 5.5, 5.5);
        let out = stage.turn(&[id]);
        let said = out.faults.first().map(|f| f.diagnostic.to_string()).unwrap_or_default();
        assert!(
            said.contains("scripts/npc/probe.lua:3: error: attempt to modify a readonly table"),
            "{top} {tick}: {said}"
        );
        assert!(said.contains("npc.memory"), "{said}");
    }
}
