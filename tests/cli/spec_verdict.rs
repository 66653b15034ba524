//! A test cannot pass by accident: what states nothing or has no effect fails, and messages say what was wrong.

use super::spec::spec;

/// A behaviour that never uses its pathfinder, one that always does, and a world with both.
const WORLD: &str = r#"
local BEHAVIOURS = {
  idle = [[return behaviour { name = "idle", start = "rest", states = { rest = {} } }]],
  walker = [[return behaviour { name = "walker", start = "go", states = { rest = {}, go = {
    enter = function(npc) pathfinder.set_position_target(npc, 5.5, 0.5) end,
    tick = function(npc) npc.memory.code = pathfinder.tick(npc) end,
  } } }]],
}
local function scene() return world { "i..w..", i = "idle", w = "walker", behaviours = BEHAVIOURS } end
"#;

/// One test with this body, from line 11 on.
fn body(lines: &str) -> String {
    format!("{WORLD}it('x', function()\n{lines}\nend)\n")
}

#[test]
fn a_test_that_could_not_fail_fails_and_says_why() {
    let cases = [
        (
            "",
            "my_spec.lua:10: error: this test expects nothing\n  say what should be: expect(…).to_be(…), or w:run_until(",
        ),
        ("scene():run(5)", "this test expects nothing"),
        ("scene():happens(function() return true end, 5)", "this test expects nothing"),
        ("expect(1).to_be(1)\nexpect(false)", "my_spec.lua:12: error: this value is compared with nothing"),
        ("local e = expect(false).never", "my_spec.lua:11: error: this value is compared with nothing"),
        (
            "pcall(function()\nexpect(1).to_be(2)\nend)\nexpect(3).to_be(3)",
            "my_spec.lua:12: error: expected 2, found 1\n  the error was caught, by a pcall; what must fail is",
        ),
        (
            "local f = function() expect(1).never.to_be(1) end\npcall(f)\nexpect(f).to_fail()",
            "my_spec.lua:11: error: expected anything but 1, found 1",
        ),
        (
            "local w = scene()\nw:run(1)\nw:creature('w'):begin { state = 'rest' }\nexpect(w.steps).to_be(1)",
            "no step comes after 'begin': it has no effect\n  changes take effect in the next step: w:run(1) takes one",
        ),
        ("local w = scene()\nexpect(w.steps).to_be(0)\nw:creature('w'):kill()", "no step comes after 'kill'"),
        (
            "local w = scene()\nw:creature('i'):force('tick', 'MAP_FAILED')\nw:run(20)\nexpect(w.steps).to_be(20)",
            "idle 0 never called pathfinder.tick: the forced MAP_FAILED was not used\n  run until it is requested;",
        ),
        (
            "local w = scene()\nlocal a = w:creature('w')\na:force('tick', 'NO_NEW_PATH', { times = 9 })\n\
             a:force('tick', 'MAP_FAILED')\nw:run(7)\nexpect(a.memory.code).to_be('NO_NEW_PATH')",
            "walker 1 never called pathfinder.tick: the forced MAP_FAILED was not used",
        ),
        (
            "local w = scene()\nlocal a = w:creature('w')\na:force('next_waypoint', 'MAP_FAILED')\nw:run(1)\n\
             a:kill()\nw:run(1)\nexpect(a.alive).to_be(false)",
            "never called pathfinder.next_waypoint",
        ),
        ("local w = scene()\nw:run_until(function() return w.steps == 0 end, 5)", "still false after 5 steps"),
    ];
    for (lines, expected) in cases {
        let out = spec(&body(lines), 1);
        assert!(out.contains(expected) && out.ends_with("0 passed, 1 failed\n"), "{lines}\n{out}");
    }
}

#[test]
fn what_a_test_knows_to_be_left_over_does_not_fail_it() {
    let sound = [
        // Some of the codes were used.
        "local w = scene()\nw:creature('w'):force('tick', 'NO_NEW_PATH', { times = 99 })\nw:run(20)\n\
         expect(w:creature('w').memory.code).to_be('NO_NEW_PATH')",
        // That it was not used is what is expected.
        "local w = scene()\nlocal i = w:creature('i')\ni:force('tick', 'MAP_FAILED')\nw:run(20)\nexpect(i:forced()).to_be(1)",
        // It fails as it must.
        "expect(function() expect(1).to_be(2) end).to_fail('found 1')",
        "assert(1 + 1 == 2)",
        "local w = scene()\nw:run_until(function() return w.steps == 1 end, 1)",
        "local e = expect(1)\nexpect(2).to_be(2)\ne.to_be(1)",
    ];
    for lines in sound {
        assert!(spec(&body(lines), 0).ends_with("1 passed, 0 failed\n"), "{lines}");
    }
    let in_before = format!("{WORLD}before_each(function() expect(1).to_be(1) end)\nit('x', function() end)");
    assert!(spec(&in_before, 1).contains("this test expects nothing"), "what comes before a test is not the test");
}

#[test]
fn no_test_begins_with_the_variables_of_another() {
    let text =
        "local n = 0\nfor _, name in { 'first', 'second' } do it(name, function() n += 1 expect(n).to_be(1) end) end";
    let text = text.replace("in { ", "in ipairs { ");
    assert!(spec(&text, 0).ends_with("2 passed, 0 failed\n"));
}

#[test]
fn two_tests_of_one_name_are_refused() {
    let text = "describe('a', function()\n  it('b c', function() expect(1).to_be(1) end)\nend)\n\
                describe('a b', function()\n  it('c', function() expect(1).to_be(1) end)\nend)";
    let out = spec(text, 1);
    assert!(
        out.contains(
            "my_spec.lua:5: error: two tests have the name 'a b c': this one and that of line 2\n  give each a name"
        ),
        "{out}"
    );
}

#[test]
fn values_that_differ_look_different() {
    let cases = [
        ("expect(0.1 + 0.2).to_be(0.3)", "expected 0.3, found 0.30000000000000004; to_be_near allows a difference"),
        ("expect(0.301).to_be(0.304)", "expected 0.304, found 0.301"),
        ("expect(1).to_be('1')", "expected \"1\", found 1"),
        (
            "expect({ 1, a = { 2.5 } }).to_be({ 1, a = { 2.25 } })",
            "expected { 1, a = { 2.25 } }, found { 1, a = { 2.5 } }",
        ),
        ("expect('é\\n').to_be('e')", "expected \"e\", found \"é\\010\""),
        ("expect(print).to_be(error)", "expected a function, found another one"),
        ("expect(1e300).to_be_less_than(-1e300)", "expected less than -1e300, found 1e300"),
    ];
    for (line, expected) in cases {
        let out = spec(&body(line), 1);
        assert!(out.contains(&format!("error: {expected}\n")), "{line}\n{out}");
    }
    let circles = "local t, u = {}, {}\nt.t, u.t = t, u\nexpect(t).to_be(u)\nu.x = 1\nexpect(t).never.to_be(u)";
    assert!(spec(&body(circles), 0).ends_with("1 passed, 0 failed\n"));
    assert!(spec(&body("expect(0 / 0).to_be(0 / 0)"), 0).ends_with("1 passed, 0 failed\n"));
}

#[test]
fn arguments_are_refused_in_words_of_specs() {
    let steps = "must be a whole number from 1 to 20000";
    let cases = [
        ("scene():run(2.5)", format!("run: steps is 2.5; it {steps}")),
        ("scene():run(0)", format!("run: steps is 0; it {steps}")),
        ("scene():run()", "run: steps must be a number, not nil".into()),
        ("scene():run_until(3, 4)", "run_until: f must be a function, not number".into()),
        ("scene():happens(nil, 4)", "happens: f must be a function, not nil".into()),
        ("scene():run_until(function() end)", "run_until: steps must be a number, not nil".into()),
        ("scene():creature('w', 1.5)", "creature: which is 1.5; it must be a whole number from 1".into()),
        ("scene():creature('w', 0)", "creature: which is 0; it must be a whole number from 1".into()),
        ("scene().run(5)", "run is called with a dot; it needs a colon".into()),
        ("local w = scene()\nlocal f = w.creature\nf('w')", "creature is called with a dot; it needs a colon".into()),
        ("expect('abc').to_contain(nil)", "to_contain looks for a string, not nil".into()),
        ("expect(function() end).to_fail({})", "to_fail looks for a string, not {}".into()),
        ("expect(1):to_be(1)", "to_be is called with a colon; it needs a dot: expect(…).to_be(…)".into()),
        ("expect(nil).to_be()", "to_be needs a value: expect(…).to_be(…)".into()),
        ("expect(1).never()", "say how the value is compared: expect(…).to_be(…)".into()),
        ("local w = scene()\nw.steps = 3", "a world's fields are read-only".into()),
        ("local n = #scene()", "attempt to get length of a world value".into()),
        ("scene():entered('rets')", "entered: no creature has a state 'rets'; did you mean 'rest'?".into()),
        ("expect(1).to_be_near(1, 'x')", "to_be_near compares numbers, not \"x\"".into()),
    ];
    for (line, expected) in cases {
        let out = spec(&body(line), 1);
        let place = format!("my_spec.lua:{}: error: ", 10 + line.lines().count());
        assert!(out.contains(&(place + &expected)), "{line}\n{out}");
    }
}
