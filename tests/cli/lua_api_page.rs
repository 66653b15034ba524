//! `docs/lua-api.md` is what `bestiary types --docs` writes.

use assert_cmd::Command;
use std::fs;

#[test]
fn the_committed_page_is_what_the_program_writes() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let run = |args: &[&str]| Command::cargo_bin("bestiary").expect("built").args(args).assert().success();
    run(&["types", "--docs", "--out", dir.path().to_str().expect("UTF-8")]);
    let made = fs::read_to_string(dir.path().join("lua-api.md")).expect("written");
    assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 1, "nothing but the page");
    let there = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lua-api.md")).unwrap_or_default();
    assert!(made == there, "docs/lua-api.md is out of date: cargo run -- types --docs");
}
