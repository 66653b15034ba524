//! `bestiary test --coverage`: what specs reached of a mod, and that those of the shipped creatures reach every state and
//! every transition.

use super::test_in;
use serde_json::Value;
use std::path::Path;

/// A newt that sleeps, walks and would hide; only one of its two transitions back to sleep is ever taken.
const NEWT: &str = r#"local sleepy = require "lib.sleepy"

local function wake(npc)
  npc.memory.woken = true
  return "walk"
end

return behaviour {
  name = "newt", start = "sleep",
  states = {
    sleep = {
      tick = function(npc) if npc.time > 0.5 then return wake(npc) end end,
      message = function(npc, from, name) return name end,
    },
    walk = {
      enter = function(npc) pathfinder.set_position_target(npc, 5.5, 0.5) end,
      tick = function(npc)
        local code = pathfinder.tick(npc)
        if code == pathfinder.MAP_FAILED then
          return "hide"
        end
        if sleepy.tired(npc, 2) then return "sleep" end
      end,
    },
    hide = { tick = function(npc) return "sleep" end },
  },
}
"#;

const SLEEPY: &str = "local sleepy = {}
function sleepy.tired(npc, after)
  if npc.state_time > after then
    return true
  end
  return false
end
return sleepy
";

const SPEC: &str = r#"describe("newt", function()
  it("wakes", function()
    local w = world { "n......", n = "newt" }
    w:run_until(function() return w:creature("n").state == "walk" end, 40)
  end)
  it("walks", function()
    local w = world { "n......", n = "newt" }
    w:run_until(function() return w:codes("SEARCH_OK") > 0 end, 40)
  end)
end)
"#;

/// A mod with the newt, in a folder that has no mod of its own built in.
fn pond() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let files = [
        ("mod.toml", "name = \"pond\"\nversion = \"1\"\napi = 2\n"),
        ("npc/newt.lua", NEWT),
        ("lib/sleepy.lua", SLEEPY),
        ("spec/newt_spec.lua", SPEC),
    ];
    for (path, text) in files {
        let path = dir.path().join("pond").join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    dir
}

#[test]
fn the_shipped_creatures_reach_every_state_and_transition() {
    let dir = tempfile::tempdir().expect("a folder");
    let json = dir.path().join("coverage.json");
    let args = ["--min-states", "100", "--min-transitions", "100", "--coverage-json"];
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all: Vec<&str> = args.into_iter().chain([json.to_str().expect("UTF-8")]).collect();
    let (out, err) = test_in(here, &all, 0);
    assert!(out.lines().last().is_some_and(|l| l.ends_with(" passed, 0 failed")), "{out}{err}");
    let report: Value = serde_json::from_str(&std::fs::read_to_string(&json).expect("written")).expect("JSON");
    let behaviours: Vec<&Value> =
        report["files"].as_array().expect("files").iter().filter(|f| !f["behaviour"].is_null()).collect();
    let names: Vec<&str> = behaviours.iter().filter_map(|f| f["file"].as_str()).collect();
    let shipped = [
        "courier",
        "deer",
        "goat",
        "guard",
        "merchant",
        "otter",
        "peddler",
        "person",
        "pilgrim",
        "porter",
        "scavenger",
        "steeplejack",
        "thief",
        "wolf",
    ]
    .map(|n| format!("scripts/npc/{n}.lua"));
    assert_eq!(names, shipped);
    for file in behaviours {
        let b = &file["behaviour"];
        assert!(b["transitions"]["total"].as_u64() > Some(0), "{file}");
        assert_eq!((&b["never_entered"], &b["never_taken"]), (&Value::Array(vec![]), &Value::Array(vec![])), "{file}");
        // Nothing escapes the reading of the texts, so that "every transition" means every one there is.
        assert_eq!((&b["not_read"], &b["also_taken"]), (&Value::Array(vec![]), &Value::Array(vec![])), "{file}");
    }
}

#[test]
fn the_report_shows_what_was_never_reached() {
    let dir = pond();
    let (out, err) = test_in(dir.path(), &["pond", "--coverage"], 0);
    assert_eq!(err, "");
    insta::assert_snapshot!(out);
}

#[test]
fn all_worlds_and_files_of_a_run_count_together() {
    let dir = pond();
    let more = r#"it("hides on command", function()
      local w = world { "n......", n = "newt" }
      w:creature("n"):send("hide")
      w:run_until(function() return w:entered("hide") == 1 end, 20)
      w:run_until(function() return w:creature("n").state == "walk" end, 40)
      w:creature("n"):force("tick", "MAP_FAILED")
      w:run_until(function() return w:entered("hide") == 2 end, 20)
    end)
    it("gets tired", function()
      local sleepy = require "lib.sleepy"
      expect(sleepy.tired({ state_time = 3 }, 2)).to_be(true)
    end)"#;
    std::fs::write(dir.path().join("pond/spec/more_spec.lua"), more).expect("written");
    let (out, _) = test_in(dir.path(), &["pond", "--coverage"], 0);
    assert!(out.contains("pond/lib/sleepy.lua  6/6 100 %"), "a module run by the spec itself:\n{out}");
    assert!(out.contains("3/3 100 %     3/4 75 %"), "{out}");
    assert!(out.contains("\n  walk never changed to sleep (line 22)\n"), "{out}");
    assert!(out.contains("\n  sleep changed to hide, which is not in the source\n"), "{out}");
    assert!(out.ends_with("\n4 passed, 0 failed\n"), "{out}");
    let again = test_in(dir.path(), &["pond", "--coverage"], 0).0;
    assert_eq!(out, again, "the same every time");
}

#[test]
fn a_limit_that_is_missed_fails_the_run_and_says_by_how_much() {
    let dir = pond();
    let (out, err) = test_in(dir.path(), &["pond", "--min-states", "66", "--min-transitions", "60"], 1);
    assert_eq!(err, "coverage of transitions: 1 of 4 reached, 25 %; the limit is 60 %\n");
    assert!(!out.contains("coverage") && out.ends_with("2 passed, 0 failed\n"), "{out}");
    test_in(dir.path(), &["pond", "--min-states", "66", "--min-transitions", "25"], 0);
    let (_, err) = test_in(dir.path(), &["pond", "--coverage-json", "no/such/folder.json"], 1);
    assert!(err.starts_with("no/such/folder.json: error: cannot be written: "), "{err}");
    test_in(dir.path(), &["pond", "--min-lines", "101"], 2);
}

#[test]
fn counting_lines_changes_no_result() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plain = test_in(here, &["--filter", "tactics"], 0).0;
    let counted = test_in(here, &["--filter", "tactics", "--min-lines", "0"], 0).0;
    assert_eq!(plain, counted);
}

#[test]
fn with_a_filter_only_files_that_the_selected_tests_concern_are_counted() {
    let dir = pond();
    let frog = "return behaviour { name = \"frog\", start = \"sit\", states = { sit = {} } }\n";
    let spec =
        "it(\"sits\", function() local w = world { \"f\", f = \"frog\" } w:run(2) expect(w.steps).to_be(2) end)\n";
    for (path, text) in [("npc/frog.lua", frog), ("lib/unused.lua", "return {}\n"), ("spec/frog_spec.lua", spec)] {
        std::fs::write(dir.path().join("pond").join(path), text).expect("written");
    }
    let files = |args: &[&str]| -> Vec<String> {
        let (out, _) = test_in(dir.path(), &[&["pond", "--coverage"], args].concat(), 0);
        let names = out.lines().filter(|l| l.starts_with("pond/") && l.contains(" %"));
        names.map(|l| l.split(' ').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(files(&["--filter", "frog_spec"]), ["pond/npc/frog.lua"]);
    assert_eq!(files(&["--filter", "newt"]), ["pond/lib/sleepy.lua", "pond/npc/newt.lua"]);
    assert_eq!(files(&[]).len(), 4, "without one all files of the mod are");
}
