//! Watched folders.

use bestiary::testing::runtime::Watch;
use std::collections::BTreeSet;
use std::time::Duration;

#[test]
fn a_burst_of_saves_comes_as_one_and_a_rename_counts() {
    let dir = tempfile::tempdir().expect("scratch folder");
    let root = dir.path().canonicalize().expect("exists");
    let watch = Watch::new(std::slice::from_ref(&root), &[]).expect("watches");
    for i in 0..5 {
        std::fs::write(root.join("a.lua"), format!("-- {i}")).expect("writes");
    }
    std::fs::write(root.join("b.tmp"), "x").expect("writes");
    std::fs::rename(root.join("b.tmp"), root.join("b.lua")).expect("renames");
    let mut seen = BTreeSet::new();
    while !(seen.contains(&root.join("a.lua")) && seen.contains(&root.join("b.lua"))) {
        match watch.next(Duration::from_secs(5)) {
            Some(files) if !files.is_empty() => seen.extend(files),
            other => panic!("expected the two files, saw {seen:?} and then {other:?}"),
        }
    }
}

#[test]
fn a_folder_that_is_watched_twice_is_watched_with_folders_that_come_later() {
    let dir = tempfile::tempdir().expect("scratch folder");
    let root = dir.path().canonicalize().expect("exists");
    let watch = Watch::new(std::slice::from_ref(&root), std::slice::from_ref(&root)).expect("watches");
    std::fs::create_dir(root.join("lib")).expect("makes a folder");
    let mut seen = watch.next(Duration::from_secs(5)).expect("it goes on");
    std::fs::write(root.join("lib/a.lua"), "--").expect("writes");
    for _ in 0..10 {
        seen.extend(watch.next(Duration::from_millis(500)).expect("it goes on"));
        if seen.contains(&root.join("lib/a.lua")) {
            return;
        }
    }
    panic!("saw {seen:?}");
}
