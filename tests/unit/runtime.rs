//! Tests of the modules of `runtime`.

use bestiary::testing::runtime::{Panicked, Watch, is_of_a_mod, next_save, survive};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

#[test]
fn a_save_is_reported_and_an_editors_copy_is_not() {
    let dir = tempfile::tempdir().expect("scratch folder");
    let root = dir.path().canonicalize().expect("exists");
    std::fs::create_dir(root.join("npc")).expect("made");
    let watch = Watch::new(std::slice::from_ref(&root), &[]).expect("watches");
    std::fs::write(root.join("npc/.wolf.lua.swp"), "x").expect("writes");
    std::fs::write(root.join("npc/wolf.lua"), "-- new").expect("writes");
    let mut seen = BTreeSet::new();
    while seen.is_empty() {
        seen = next_save(&watch, Duration::from_secs(5)).expect("still watched");
    }
    assert_eq!(seen, BTreeSet::from([root.join("npc/wolf.lua")]));
}

#[test]
fn a_thread_survives_a_panic_in_its_work_and_knows_what_it_said() {
    assert_eq!(survive(|| 3), Ok(3));
    assert_eq!(survive(|| panic!("no entry {}", 7)), Err::<(), _>(Panicked("no entry 7".to_owned())));
}

#[test]
fn files_of_mods_are_recognised() {
    let yes = ["spec/a_spec.lua", "mod.toml"];
    let no = ["spec/.a_spec.lua", "npc/wolf.lua~", "notes.txt", "4913", "other.toml"];
    assert!(yes.iter().all(|p| is_of_a_mod(Path::new(p))) && !no.iter().any(|p| is_of_a_mod(Path::new(p))));
}
