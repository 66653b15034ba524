//! Editor types come from the declarations of the API: the files under `scripts/types` are what the program writes.

use assert_cmd::Command;
use std::path::Path;

const FILES: [&str; 2] = ["bestiary.d.lua", "bestiary.d.luau"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_committed_files_are_what_the_program_writes() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let out = dir.path().join("deep/types");
    Command::cargo_bin("bestiary").expect("built").args(["types", "--out"]).arg(&out).assert().success();
    for name in FILES {
        let made = std::fs::read_to_string(out.join(name)).expect("written");
        let there = std::fs::read_to_string(root().join("scripts/types").join(name)).unwrap_or_default();
        assert!(made == there, "scripts/types/{name} is out of date: cargo run -- types");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_told() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("taken");
    std::fs::write(&file, "").expect("writes");
    let run = Command::cargo_bin("bestiary").expect("built").args(["types", "--out"]).arg(&file).assert().code(1);
    assert!(String::from_utf8_lossy(&run.get_output().stderr).contains("taken"));
}
