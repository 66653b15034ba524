//! `bestiary run --changes`: a headless run in which doors and ground change.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;

fn run(changes: &str, code: i32) -> (String, String) {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::write(dir.path().join("changes.txt"), changes).expect("written");
    let mut command = Command::cargo_bin("bestiary").expect("built");
    command
        .current_dir(dir.path())
        .args("run doors --headless --ticks 40 --report json --changes changes.txt".split(' '));
    let output = command.assert().code(code).get_output().clone();
    (String::from_utf8(output.stdout).expect("UTF-8"), String::from_utf8(output.stderr).expect("UTF-8"))
}

#[test]
fn changes_are_made_in_their_step_and_counted() {
    let (out, err) = run("20 door first middle open\n# mud on the path\n30 30,20-32,22 swamp\n", 0);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert!(report["world"]["edits"].as_u64() >= Some(2), "{report}");
    assert!(err.contains("ground from 30,20 to 32,22 becomes swamp"), "{err}");
}

#[test]
fn what_is_wrong_with_the_file_is_said_with_its_place() {
    for (line, message) in [
        (
            "20 door frist middle open",
            "changes.txt:1:9: error: the map has no door 'frist middle'\n  did you mean 'first middle'?",
        ),
        ("20 door first middle ajar", "changes.txt:1:22: error: a door becomes open or closed"),
        (
            "20 5,5 closed",
            "changes.txt:1:8: error: in a world that runs cells become a kind of ground that the map has",
        ),
        ("20 5,5 lava", "changes.txt:1:8: error: the map has no ground 'lava'"),
        ("20 0,0-80,40 swamp", "changes.txt:1:4: error: a change of ground has at most 1024 cells, this one has 3321"),
        ("20 0,0-90,40 swamp", "changes.txt:1:4: error: expected a whole number from 0 to 89, got '90'"),
        ("x 5,5 swamp", "changes.txt:1:1: error: expected a whole number from 0 to 2147483647, got 'x'"),
        ("20 5,5 swmap", "changes.txt:1:8: error: the map has no ground 'swmap'\n  did you mean 'swamp'?"),
        // No hint shows what this command refuses.
        ("20 5,5 opened", "changes.txt:1:8: error: the map has no ground 'opened'\n"),
        ("20 5,5", INCOMPLETE),
        ("20", INCOMPLETE),
        ("20 door", INCOMPLETE),
        ("20 door open", INCOMPLETE),
        ("20 door first # middle open", "changes.txt:1:1: error: a change is a step"),
    ] {
        let (out, err) = run(line, 1);
        assert!(out.is_empty() && err.contains(message), "{line}: {err}");
        assert!(!err.contains("did you mean 'open'") && !err.contains("12,40 closed"), "{line}: {err}");
    }
}

const INCOMPLETE: &str = "changes.txt:1:1: error: a change is a step, a cell or a rectangle of cells, and what becomes of it; or a \
     step, the word door, its name, and open or closed\n  for example 20 12,40-14,44 grass, or 35 door first north open";

#[test]
fn a_name_with_the_letter_that_begins_comments_goes_in_quotation_marks() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let map = "format = 1\n[ground]\nsize = [20, 10]\n[[door]]\nname = \"gate #2\"\nat = [10, 5]\nsize = [0.4, 3]\n";
    fs::write(dir.path().join("gates.toml"), map).expect("written");
    let run = |changes: &str, code: i32| {
        fs::write(dir.path().join("changes.txt"), changes).expect("written");
        let mut command = Command::cargo_bin("bestiary").expect("built");
        let line = "run gates.toml --headless --ticks 4 --report json --changes changes.txt";
        let output = command.current_dir(dir.path()).args(line.split(' ')).assert().code(code).get_output().clone();
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(run("1 door \"gate #2\" open # the second one\n", 0).contains("door 'gate #2' opens"));
    let err = run("1 door gate #2 open\n", 1);
    assert!(err.contains("a change is a step") && err.contains("35 door \"gate #2\" open"), "{err}");
    let err = run("1 door \"gate #3\" open\n", 1);
    assert!(err.contains("the map has no door 'gate #3'\n  did you mean 'gate #2'?"), "{err}");
}

#[test]
fn changes_after_the_end_of_the_run_are_warned_of() {
    let (_, err) = run("39 door first middle open\n# later\n90 5,5 swamp\n40 door first middle closed\n", 0);
    let warning =
        "changes.txt:4:1: warning: not made: step 40 is after the end of the run, which has 40 steps, and 1 more";
    assert!(err.contains(warning), "{err}");
    assert!(!run("39 door first middle open\n", 0).1.contains("warning"));
}

#[test]
fn more_changes_in_a_step_than_are_made_are_refused() {
    let (out, err) = run(&"3 5,5 swamp\n".repeat(1_025), 1);
    assert!(out.is_empty() && err.contains("changes.txt:1025:1: error: more than 1024 changes before step 3"), "{err}");
}
