//! `bestiary test`, end to end: the built-in specs, and the output for failing, broken and missing ones.

use super::test_in;
use assert_cmd::Command;
use std::path::Path;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs one spec in a folder of its own; returns stdout.
pub(crate) fn spec(text: &str, code: i32) -> String {
    spec_with(text, &[], code)
}

/// The same with options.
pub(crate) fn spec_with(text: &str, options: &[&str], code: i32) -> String {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("my_spec.lua"), text).expect("written");
    test_in(dir.path(), &[&["my_spec.lua"], options].concat(), code).0
}

/// That all of them pass on the usual seed is seen where what they cover is counted.
#[test]
fn the_specs_of_the_shipped_creatures_pass_on_other_seeds() {
    let files = ["courier", "deer", "guard", "merchant", "scavenger", "sight", "wolf"];
    let files: Vec<String> = files.iter().map(|name| format!("scripts/spec/{name}_spec.lua")).collect();
    for seed in ["2", "3", "4"] {
        let mut command = Command::cargo_bin("bestiary").expect("built");
        let done = command.current_dir(here()).arg("test").args(&files).args(["--seed", seed]).output().expect("ran");
        let out = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success(), "seed {seed}: {out}{}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn elsewhere_the_specs_inside_the_program_run_and_a_filter_selects() {
    let dir = tempfile::tempdir().expect("a folder");
    let (out, _) = test_in(dir.path(), &["--filter", "WALKS ROUND A WALL"], 0);
    assert!(out.starts_with("scripts/spec/tactics_spec.lua\n  ok    tactics.go walks round a wall"), "{out}");
    assert!(out.ends_with("1 passed, 0 failed\n"), "{out}");
    let (out, err) = test_in(dir.path(), &["--filter", "no such words"], 1);
    assert!(err.contains("no test's name or file contains 'no such words'"), "{err}");
    assert_eq!(out, "0 passed, 0 failed\n");
}

#[test]
fn a_failure_names_its_line_what_was_expected_and_draws_the_world() {
    let text = r#"describe("wolf", function()
  it("sleeps", function()
    local w = world { [[
      ######
      #w...#
      ######
    ]], w = "wolf" }
    w:run(3)
    expect(w:creature("w").state, "its state").to_be("sleep")
  end)
  it("lives", function()
    local w = world { "w", w = "wolf" }
    expect(w:creature("w").alive).to_be(true)
  end)
end)"#;
    let out = spec(text, 1);
    assert!(
        out.contains("  FAIL  wolf sleeps\nmy_spec.lua:9: error: its state: expected \"sleep\", found \"rest\"\n"),
        "{out}"
    );
    assert!(out.contains("    after 3 steps:\n    ######\n    #w...#\n    ######\n    w wolf 0  rest"), "{out}");
    assert!(out.contains("\n    seed 1; run again: bestiary test my_spec.lua --filter 'wolf sleeps'\n"), "{out}");
    assert!(out.ends_with("1 passed, 1 failed\n"), "{out}");
}

#[test]
fn whatever_is_wrong_with_a_spec_is_a_failure_with_its_line() {
    let cases = [
        ("describe(\"x\", function(", "my_spec.lua:1"),
        ("local a = 1", "there is no test in this file"),
        ("it('x', function() expct(1) end)", "my_spec.lua:1: error: there is no 'expct'; did you mean 'expect'?"),
        ("it('x', function() expect(1).to_bee(1) end)", "expect(…) has no 'to_bee'; did you mean 'to_be'?"),
        ("it('x', function()\n while true do end end)", "my_spec.lua:2: error: the script ran too long"),
        ("it('x', function() local t = {} for i = 1, 1e9 do t[i] = string.rep('x', 1e5) .. i end end)", "FAIL  x"),
        ("it('x', function() world { '#.', w = 'wolf' } end)", "there is no 'w' (wolf) in the drawing"),
        ("it('x', function() world { 'w', w = 'wulf' } end)", "no behaviour 'wulf'"),
        ("it('x', function() world { '#w#', w = 'wolf' }:creature('q') end)", "no creature begins at 'q'"),
        (
            "it('x', function() world { 'w', w = 'wolf' }:run(1e7) end)",
            "steps is 10000000; it must be a whole number from 1 to 20000",
        ),
        ("it('x', function() expect(world { 'w', w = 'wolf' }.stps).to_be(1) end)", "did you mean 'steps'?"),
        (
            "it('x', function() local w = world { 'w', w = 'wolf' } w:run_until(function() end, 20) end)",
            "still false after 20 steps (1 s)",
        ),
    ];
    for (text, expected) in cases {
        let out = spec(text, 1);
        assert!(out.contains(expected) && out.ends_with("0 passed, 1 failed\n"), "{text}\n{out}");
    }
}

#[test]
fn a_fault_in_a_behaviour_of_the_spec_is_placed_in_the_spec() {
    let text = "it('x', function()\n  local w = world { 'w', w = 'bad', behaviours = { bad = [[\nreturn behaviour { name = 'bad', start = 's', states = { s = {\n  tick = function(npc) npc:fly() end } } }]] } }\n  w:run(10)\nend)";
    let out = spec(text, 1);
    assert!(
        out.contains("my_spec.lua:5: error: a creature's script failed: \"my_spec.lua:4: error: npc has no 'fly'"),
        "{out}"
    );
    let allowed = text.replace("'bad', behaviours", "'bad', errors_allowed = true, behaviours");
    let allowed = allowed.replace("w:run(10)", "w:run(10) expect(w:errors()[1]).to_contain('fly')");
    assert!(spec(&allowed, 0).ends_with("1 passed, 0 failed\n"));
}

#[test]
fn matchers_hold_and_fail_as_they_say() {
    let text = r#"it("holds", function()
  expect({ a = { 1, 2 } }).to_be({ a = { 1, 2 } })
  expect({ 1 }).never.to_be({ 1, 2 })
  expect(1).to_be_less_than(2)
  expect(3).to_be_greater_than(2)
  expect(1.004).to_be_near(1)
  expect("abc").to_contain("b")
  expect({ "x", "y" }).to_contain("y")
  expect(nil).never.to_exist()
  expect(function() error("no") end).to_fail("no")
  expect(function() end).never.to_fail()
  local seen = 0
  local w = world { "w.x", w = "wolf", seed = 3 }
  w:happens(function() seen = seen + 1 end, 5)
  expect(seen).to_be(5)
  expect(w:place("x")).to_be(2.5)
  expect(w:creature("w")).to_be(w:creatures()[1])
end)"#;
    assert!(spec(text, 0).ends_with("1 passed, 0 failed\n"));
}

#[test]
fn a_mods_folder_runs_its_own_specs_and_other_folders_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let own = dir.path().join("wet");
    std::fs::create_dir_all(own.join("spec")).expect("made");
    std::fs::write(own.join("mod.toml"), "name = \"wet\"\nversion = \"1\"\napi = 2\n").expect("written");
    let (out, err) = test_in(dir.path(), &["wet"], 1);
    assert!(err.contains("no specs found") && out == "0 passed, 0 failed\n", "{err}");
    std::fs::write(own.join("spec/a_spec.lua"), "it('adds', function() expect(1 + 1).to_be(2) end)").expect("written");
    let (out, _) = test_in(dir.path(), &["wet"], 0);
    assert_eq!(out, "wet/spec/a_spec.lua\n  ok    adds\n1 passed, 0 failed\n");
    let (_, err) = test_in(dir.path(), &["."], 1);
    assert!(err.contains("this folder belongs to no mod"), "{err}");
    let (_, err) = test_in(dir.path(), &["nowhere"], 1);
    assert!(err.contains("nowhere: error: no such file or folder"), "{err}");
}

/// A creature that stores what its pathfinder returned, from `on_path` and from both calls.
const ASKER: &str = r#"
local ASKER = [[
return behaviour { name = "asker", start = "go", states = { go = {
  enter = function(npc) pathfinder.set_position_target(npc, 5.5, 0.5) end,
  on_path = function(npc, code) npc.memory.heard = (npc.memory.heard or "") .. code .. " " end,
  tick = function(npc)
    local code = pathfinder.tick(npc)
    npc.memory.tick = (npc.memory.tick or "") .. code .. " "
    npc.memory.reason = pathfinder.reason(npc) or npc.memory.reason
    npc.memory.waypoint, npc.memory.x = pathfinder.next_waypoint(npc)
  end,
} } }
]]
local function scene(seed)
  local w = world { "a......", a = "asker", behaviours = { asker = ASKER }, seed = seed }
  return w, w:creature("a")
end
"#;

#[test]
fn forced_codes_are_returned_in_order_with_their_reason_and_their_event() {
    let text = ASKER.to_owned()
        + r#"
it("gets what was forced, then real results again", function()
  local w, a = scene()
  a:force("tick", "SEARCH_FAILED", { times = 2, reason = "map edge" })
  a:force("tick", "MAP_FAILED")
  a:force("next_waypoint", "LAST_WAYPOINT", { x = 3, y = 0.5 })
  expect(a:forced()).to_be(4)
  w:run(1)
  expect(a:forced()).to_be(2)
  expect(a.memory.tick).to_be("SEARCH_FAILED ")
  expect(a.memory.heard, "before the tick").to_be("SEARCH_FAILED ")
  expect(a.memory.reason).to_be("map edge")
  expect(a.memory.waypoint).to_be("LAST_WAYPOINT")
  expect(a.memory.x).to_be(3)
  w:run(18)
  expect(a.memory.tick).to_contain("SEARCH_FAILED SEARCH_FAILED MAP_FAILED ")
  expect(a.memory.heard).to_contain("SEARCH_FAILED SEARCH_FAILED ")
  expect(a.memory.reason).to_be("too many tries")
  w:run_until(function() return a.memory.waypoint == "LAST_WAYPOINT" and a.memory.x > 5 end, 60)
  expect(w:codes("MAP_FAILED")).to_be(1)
end)"#;
    assert!(spec(&text, 0).ends_with("1 passed, 0 failed\n"));
}

#[test]
fn what_cannot_be_forced_is_refused() {
    let cases = [
        (r#"a:force("tick", "MAP_FAILD")"#, "pathfinder has no 'MAP_FAILD'; did you mean 'MAP_FAILED'?"),
        (r#"a:force("tick", "LAST_WAYPOINT")"#, "tick never returns LAST_WAYPOINT, only SEARCHING, SEARCH_OK"),
        (r#"a:force("tik", "MAP_FAILED")"#, "'tik' is not a call to the pathfinder; did you mean 'tick'?"),
        (
            r#"a:force("MAP_FAILED")"#,
            "'MAP_FAILED' is not a call to the pathfinder; write force(\"tick\", \"MAP_FAILED\")",
        ),
        (r#"a:force("tick", "MAP_FAILED", { tims = 2 })"#, "did you mean 'times'?"),
        (r#"a:force("tick", "MAP_FAILED", { times = 0 })"#, "times is 0; it must be a whole number from 1"),
        (r#"a:force("tick", "MAP_FAILED", { reason = "map edg" })"#, "did you mean 'map edge'?"),
        (r#"a:force("tick", "SEARCH_OK", { reason = "budget" })"#, "SEARCH_OK is not a failure and has no reason"),
        (r#"a:force("next_waypoint", "MORE_WAYPOINTS")"#, "MORE_WAYPOINTS needs a place: { x = …, y = … }"),
        (r#"a:force("next_waypoint", "TARGET_FAILED", { x = 1 })"#, "a place needs both x and y"),
        (r#"a:force("tick", "MAP_FAILED", 3)"#, "its third argument must be a table such as { times = 2 }, not number"),
    ];
    let player = "it('x', function() world { 'p', p = 'player' }:creature('p'):force('tick', 'MAP_FAILED') end)";
    assert!(spec(player, 1).contains("the player's character has no pathfinder"));
    for (line, expected) in cases {
        let out = spec(&format!("{ASKER}it('x', function() local w, a = scene() {line} end)"), 1);
        assert!(out.contains(expected), "{line}\n{out}");
    }
}

#[test]
fn the_seed_of_a_failure_is_shown_and_another_can_be_given() {
    let text = ASKER.to_owned() + "it('x', function() local w = scene() expect(w.time).to_be(1) end)";
    assert!(spec(&text, 1).contains("    seed 1; run again: bestiary test my_spec.lua --filter x\n"));
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("my_spec.lua"), &text).expect("written");
    let (out, _) = test_in(dir.path(), &["my_spec.lua", "--seed", "9"], 1);
    assert!(out.contains("    seed 9; run again: bestiary test my_spec.lua --filter x --seed 9\n"), "{out}");
    let own = text.replace("scene()", "scene(4)");
    std::fs::write(dir.path().join("my_spec.lua"), own).expect("written");
    let (out, _) = test_in(dir.path(), &["my_spec.lua", "--seed", "9"], 1);
    assert!(out.contains("    seed 4; run again: "), "a world's own seed stays: {out}");
}

#[test]
fn what_a_test_does_without_end_is_stopped_and_memory_is_collected_meanwhile() {
    let words = [
        "c:send('x', { 1, 2, 3 })",
        "w:draw()",
        "local m = c.memory",
        "c:force('tick', 'SEARCH_OK', { times = 100 })",
        "expect(1).to_be(1)",
        "local t = { i, tostring(i) }",
    ];
    let tests = words.map(|word| format!("it([[{word}]], function() local w = world {{ [[w..]], w = 'wolf' }} local c = w:creature('w') for i = 1, 1e9 do {word} end end)\n"));
    let out = spec(&format!("describe('endless', function()\n{}end)", tests.concat()), 1);
    assert_eq!(out.matches("ran too long and was stopped").count(), words.len(), "{out}");
}
