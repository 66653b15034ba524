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
        ("20 0,0-80,40 swamp", "changes.txt:1:4: error: the rectangle is out of range"),
    ] {
        let (out, err) = run(line, 1);
        assert!(out.is_empty() && err.contains(message), "{line}: {err}");
    }
}
