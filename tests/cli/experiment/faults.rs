//! Maps and sets with faults, places that cannot be written, and wrong usage.

use super::{bestiary, sets};
use std::path::Path;

const BAD_MAP: &str = "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n";

#[test]
fn missing_empty_and_broken_sets_are_reported_and_nothing_is_written() {
    let whole = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tiny.tar.xz")).unwrap();
    let dir = sets();
    let maps = dir.path().join("maps");
    let shown = || {
        let err = bestiary(dir.path(), &["experiment", "compare", "--maps", "maps", "--out", "out"], 1).1;
        assert!(!dir.path().join("out").exists(), "nothing is written");
        err
    };
    let archive = maps.join("bg512.tar.xz");
    for (broken, why) in
        [(&whole[..whole.len() / 2], "cut off"), (&b"this is no archive"[..], "no archive"), (&b""[..], "empty")]
    {
        std::fs::write(&archive, broken).unwrap();
        let err = shown();
        assert!(err.contains("bg512.tar.xz: the archive cannot be read"), "{why}: {err}");
    }
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x55;
    std::fs::write(&archive, damaged).unwrap();
    assert!(shown().contains("the archive cannot be read"));
    std::fs::remove_file(&archive).unwrap();
    std::fs::write(maps.join("rooms/b.map"), "type octile\nheight 1\nwidth 3\nmap\n.@.\n").unwrap();
    assert!(shown().contains("rooms/b.map: no query can be made"));
    for file in ["a.map", "b.map"] {
        std::fs::write(maps.join("rooms").join(file), BAD_MAP).unwrap();
    }
    let err = shown();
    assert!(err.contains("rooms/b.map:6:2: error: row 1: 'x' is no letter"), "{err}");
    for file in ["a.map", "b.map"] {
        std::fs::remove_file(maps.join("rooms").join(file)).unwrap();
    }
    assert!(shown().contains("rooms: there is no .map file in it"));
    std::fs::remove_dir_all(maps.join("mazes")).unwrap();
    let err = shown();
    assert!(err.contains("there are no maps of the set 'mazes'") && err.contains("mazes.tar.xz"), "{err}");
}

#[test]
fn a_map_that_cannot_be_read_is_left_out_and_named_on_the_page_too() {
    let dir = sets();
    std::fs::write(dir.path().join("maps/rooms/a.map"), BAD_MAP).unwrap();
    let args = ["experiment", "compare", "--maps", "maps", "--queries", "3"];
    let err = bestiary(dir.path(), &args, 0).1;
    let fault = "rooms/a.map:6:2: error: row 1: 'x' is no letter";
    assert!(err.contains(&format!("left out: {fault}")), "{err}");
    let page = std::fs::read_to_string(dir.path().join("out/compare.md")).unwrap();
    assert!(page.contains(fault) && page.contains("| rooms, 512 × 512 | 1 | 2 | 3 | 3 |"), "{page}");
}

#[test]
fn a_place_that_cannot_be_written_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("out"), "a file").unwrap();
    let err = bestiary(dir.path(), &["experiment", "entropia", "--windows", "1", "--ticks", "1"], 1).1;
    assert!(err.starts_with("error: out: "), "{err}");
}

#[test]
fn wrong_usage_is_exit_code_2() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["experiment"][..],
        &["experiment", "teleport"],
        &["experiment", "compare", "--queries", "0"],
        &["experiment", "compare", "--full", "--queries", "9"],
        &["experiment", "all", "--threads", "0"],
    ] {
        bestiary(dir.path(), args, 2);
    }
    let help = bestiary(dir.path(), &["experiment", "--help"], 0).0;
    for word in ["compare", "entropia", "crowd", "graphs", "--full", "tar.xz", "Examples"] {
        assert!(help.contains(word), "{word}");
    }
}
