//! Sets of maps that are archives.

use bestiary::testing::experiment::load_set;
use std::io::Write as _;
use std::path::Path;

#[test]
fn an_archive_is_read_in_order_of_name_and_passes_over_what_is_no_map() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let maps = load_set(&data, "tiny").unwrap();
    let names: Vec<&str> = maps.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["a.map", "b.map"]);
    assert_eq!(maps[0].bytes, b"type octile\nheight 1\nwidth 2\nmap\n..\n");
}

#[test]
fn the_real_archives_hold_the_thesis_s_maps() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/movingai/full");
    if !dir.is_dir() {
        // Not `eprintln!`: the output of tests is captured.
        let _ = writeln!(std::io::stderr(), "skipped: {} is not there", dir.display());
        return;
    }
    for (set, count) in [("bg512", 75), ("bgmaps", 120), ("mazes", 60), ("rooms", 40)] {
        let maps = load_set(&dir, set).unwrap();
        assert_eq!(maps.len(), count, "{set}");
        // One file of the public set ends in the middle of a row.
        let broken: Vec<&str> = maps
            .iter()
            .filter(|m| bestiary::testing::world::format::parse(&m.name, &m.bytes).is_err())
            .map(|m| m.name.as_str())
            .collect();
        assert_eq!(broken, if set == "rooms" { &["8room_009.map"][..] } else { &[] });
    }
}
