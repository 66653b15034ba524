//! What `bestiary test` shows: what tests print, why creatures did what they did, seeds, and less or more of it.

use super::spec::{spec, spec_with};
use super::test_in;

#[test]
fn what_a_spec_prints_is_shown_with_its_test() {
    let text = "print('loading')\nit('a', function() print('one', 2, { 3 }) log('two') expect(1).to_be(1) end)\n\
                it('b', function() print('three') expect(1).to_be(2) end)\n\
                it('c', function() for i = 1, 150 do print(i) end expect(1).to_be(1) end)";
    let out = spec(text, 1);
    let a = "  ok    a\n    printed: loading\n    printed: one 2 table\n    printed: two\n  FAIL  b\n";
    assert!(out.starts_with(&format!("my_spec.lua\n{a}my_spec.lua:3: error: expected 2, found 1\n")), "{out}");
    assert!(out.contains("\n    printed: three\n"), "{out}");
    assert!(out.contains("\n    printed: 100\n    printed: … and 50 more\n"), "{out}");
    assert_eq!(out.matches("printed: loading").count(), 1, "with the first test alone: {out}");
}

#[test]
fn a_failure_shows_the_last_reasons_of_its_creatures_and_what_they_said() {
    let said = r#"it("says", function()
  local TALKER = [[return behaviour { name = "talker", start = "s", states = { s = {
    tick = function(npc) print("tick", npc.time) end } } }]]
  local w = world { "t", t = "talker", behaviours = { talker = TALKER } }
  w:run(2)
  expect(w:said("tick")).to_be(false)
end)"#;
    assert!(spec(said, 1).contains("\n    log: talker 0: tick "), "{}", spec(said, 1));
    let text = r#"
it("hunts", function()
  local w = world { "w......d", w = "wolf", d = "deer" }
  w:run_until(function() return w:creature("w").state == "attack" end, 40)
  local why = w:creature("w"):why()
  expect(table.concat(why, "; ")).to_contain("rest → attack  by tick at npc/wolf.lua:")
  w:creature("d"):kill()
  w:run(20)
  expect(#w:creature("d"):why(), "the dead have reasons too").to_be_greater_than(0)
  expect(w:creature("w").state).to_be("sing")
end)"#;
    let out = spec(text, 1);
    for part in [
        "\n    why wolf 0 is in rest:\n      00:00.",
        " attack → rest  by tick at npc/wolf.lua:",
        "\n    deer 1 died in ",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
}

#[test]
fn each_test_runs_on_so_many_seeds_and_those_that_fail_are_named() {
    let text = r#"
local DIE = [[return behaviour { name = "die", start = "s", states = { s = {
  tick = function(npc) npc.memory.throw = npc.memory.throw or math.random(6) end } } }]]
local function throw(seed)
  local w = world { "d", d = "die", behaviours = { die = DIE }, seed = seed }
  w:run(7)
  return w:creature("d").memory.throw
end
it("any", function() print("thrown") expect(throw()).to_be_less_than(6) end)
it("own", function() expect(throw(7)).to_be(throw(7)) end)"#;
    let out = spec_with(text, &["--seeds", "40"], 1);
    let line = out.lines().find(|l| l.starts_with("  FAIL  any")).expect("one of forty throws is a six");
    assert!(line.starts_with("  FAIL  any  (failed on ") && line.contains(" of 40 seeds: "), "{line}");
    assert_eq!(out.matches("printed: thrown").count(), 1, "on the first seed alone: {out}");
    assert!(out.contains("\n  ok    own\n1 passed, 1 failed\n"), "worlds with seeds of their own run once: {out}");
    let seed = line.split("seeds: ").nth(1).and_then(|l| l.split([',', ')']).next()).expect("a seed");
    let again = format!("    seed {seed}; run again: bestiary test my_spec.lua --filter any --seed {seed}\n");
    assert!(out.contains(&again), "{again}\n{out}");
    spec_with(text, &["--filter", "any", "--seed", seed], 1);
    let n = seed.parse::<u32>().expect("a number");
    let fast = spec_with(text, &["--seeds", "40", "--fail-fast"], 1);
    let ran = format!("  FAIL  any  (failed on 1 of {n} seeds: {n})");
    assert!(n > 1 && fast.contains(&ran) && !fast.contains("ok    own"), "{ran}\n{fast}");
    let fine = spec_with(text, &["--seeds", "3", "--seed", "7", "--filter", "own"], 0);
    assert_eq!(fine, "my_spec.lua\n  ok    own\n1 passed, 0 failed\n");
}

const MIXED: &str = "it('a', function() expect(1).to_be(1) end)\nit('b', function() expect(1).to_be(2) end)\n\
                     it('c', function() expect(1).to_be(3) end)";

#[test]
fn less_is_shown_when_quiet_and_the_first_failure_can_end_the_run() {
    let quiet = spec_with(MIXED, &["--quiet"], 1);
    assert!(quiet.starts_with("my_spec.lua\n  FAIL  b\n") && quiet.ends_with("1 passed, 2 failed\n"), "{quiet}");
    assert_eq!(spec_with("it('a', function() print(1) expect(1).to_be(1) end)", &["-q"], 0), "1 passed, 0 failed\n");
    let fast = spec_with(MIXED, &["--fail-fast"], 1);
    assert!(!fast.contains("FAIL  c") && fast.ends_with("1 passed, 1 failed\n"), "{fast}");
}

#[test]
fn colours_are_for_terminals() {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("my_spec.lua"), MIXED).expect("written");
    let (plain, _) = test_in(dir.path(), &["my_spec.lua"], 1);
    assert!(!plain.contains('\x1b'), "{plain}");
    let with = |name: &str| {
        let mut command = assert_cmd::Command::cargo_bin("bestiary").expect("built");
        command
            .env("CLICOLOR_FORCE", "1")
            .env("TERM", "dumb")
            .env(name, "1")
            .current_dir(dir.path())
            .args(["test", "my_spec.lua"]);
        String::from_utf8(command.output().expect("ran").stdout).expect("UTF-8")
    };
    let coloured = with("ANYTHING");
    assert!(coloured.contains("\x1b[32mok   \x1b[0m a") && coloured.contains("\x1b[1;31mFAIL \x1b[0m b"), "{coloured}");
    assert!(!with("NO_COLOR").contains('\x1b'), "{}", with("NO_COLOR"));
}
