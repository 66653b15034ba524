//! `bestiary experiment` with scenes and persons that the working directory has of its own.

use assert_cmd::Command;
use std::path::Path;

/// Runs an experiment in a folder; returns stderr.
fn experiment(dir: &Path, args: &[&str], code: i32) -> String {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let output = command.current_dir(dir).arg("experiment").args(args).assert().code(code).get_output().clone();
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(!said.contains("panicked"), "{said}");
    said
}

fn write(dir: &Path, file: &str, text: &str) {
    let path = dir.join(file);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("writes");
}

#[test]
fn a_person_that_does_not_fit_is_reported() {
    let dir = tempfile::tempdir().expect("scratch folder");
    write(dir.path(), "scripts/mod.toml", "name = \"base\"\nversion = \"1.0.0\"\napi = 2\n");
    let person = "return behaviour { name = 'person', body = { radius = 5 }, start = 's', states = { s = {} },
        settings = { to = { default = 'end' }, leaves = { default = 'end' }, speed = { default = 1 },
            speed_spread = { default = 0 }, reaction = { default = 0 } } }";
    write(dir.path(), "scripts/npc/person.lua", person);
    let said = experiment(dir.path(), &["rimea"], 1);
    assert!(said.contains("0 of 1 persons find a place"), "{said}");
}

#[test]
fn a_scene_without_persons_is_reported() {
    let dir = tempfile::tempdir().expect("scratch folder");
    for scene in ["circle", "crossing"] {
        let map = format!("format = 1\nname = \"{scene}\"\n[ground]\nsize = [20, 20]\nfill = \"floor\"\n");
        write(dir.path(), &format!("maps/{scene}.toml"), &map);
    }
    let said = experiment(dir.path(), &["crowd", "--persons", "10", "--runs", "1", "--ticks", "20"], 1);
    assert!(said.contains("circle.toml") && said.contains("needs a [[spawn]]"), "{said}");
}
