//! The creatures of the example mod `village` are short, clean, and behave on any seed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn village() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/mods/village")
}

fn bestiary(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestiary"));
    command.current_dir(village()).args(args).output().expect("runs")
}

#[test]
fn each_creature_has_fewer_than_a_hundred_lines_and_no_finding() {
    for file in fs::read_dir(village().join("npc")).expect("is there") {
        let path = file.expect("readable").path();
        let lines = fs::read_to_string(&path).expect("readable").lines().count();
        assert!(lines < 100, "{}: {lines} lines", path.display());
    }
    let out = bestiary(&["check", ".", "village.toml"]);
    assert_eq!(String::from_utf8_lossy(&out.stdout), "0 errors, 0 warnings\n");
}

#[test]
fn their_specs_pass_on_twenty_seeds() {
    for seed in 1..=20 {
        let out = bestiary(&["test", ".", "--seed", &seed.to_string()]);
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success() && said.ends_with("10 passed, 0 failed\n"), "seed {seed}: {said}");
    }
}
