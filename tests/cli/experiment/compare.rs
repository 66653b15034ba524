//! `experiment compare`: the rows of the thesis, its curve, and equal runs.

use super::{Row, assert_well_formed, bestiary, csv, number, sets, without_times};
use std::path::Path;

const SHARE: [&str; 4] = ["--queries", "3", "--threads", "2"];

fn compare(dir: &Path, out: &str, more: &[&str]) -> String {
    let mut args = vec!["experiment", "compare", "--maps", "maps", "--out", out];
    args.extend(SHARE);
    args.extend(more);
    bestiary(dir, &args, 0).0
}

/// The rows of the digest of the thesis: set, algorithm, heuristic.
const DIGEST: [(&str, &str, &str); 15] = [
    ("bg512", "A*", "octile"),
    ("bg512", "A*", "octile × 1.75"),
    ("bg512", "HPA*", "Manhattan"),
    ("bg512", "JPS", "octile"),
    ("bg512", "JPS", "octile × 1.75"),
    ("bg512", "Fringe", "Manhattan"),
    ("mazes", "A*", "octile"),
    ("mazes", "HPA*", "octile × 1.75"),
    ("mazes", "JPS", "octile × 1.75"),
    ("mazes", "Fringe", "Manhattan"),
    ("rooms", "A*", "octile"),
    ("rooms", "HPA*", "Manhattan"),
    ("rooms", "JPS", "octile × 1.65"),
    ("rooms", "Fringe", "Manhattan"),
    ("bgmaps", "Fringe", "Manhattan"),
];

#[test]
fn the_comparison_has_every_row_of_the_thesis_with_theirs_ours_and_the_ratio() {
    let dir = sets();
    let shown = compare(dir.path(), "out", &[]);
    let out = dir.path().join("out");
    for file in shown.lines() {
        assert!(dir.path().join(file).is_file(), "{file}");
    }
    assert_eq!(shown.lines().count(), std::fs::read_dir(&out).unwrap().count(), "nothing is left over");
    let rows = csv(&out.join("compare.csv"));
    let find = |set: &str, algorithm: &str, heuristic: &str| {
        let same = |r: &&Row| (&*r["set"], &*r["algorithm"], &*r["heuristic"]) == (set, algorithm, heuristic);
        rows.iter().find(same).unwrap_or_else(|| panic!("{set} {algorithm} {heuristic}"))
    };
    for (set, algorithm, heuristic) in DIGEST {
        let row = find(set, algorithm, heuristic);
        for column in ["length", "time_ms", "deviation_ms", "expanded", "visited", "max_open"] {
            let [theirs, ours, ratio] = ["theirs", "ours", "ratio"].map(|w| number(row, &format!("{column}_{w}")));
            assert!(theirs > 0.0 && ours > 0.0, "{set} {algorithm} {column}");
            assert!((ratio - ours / theirs).abs() < 1e-9, "{set} {algorithm} {column}");
        }
    }
    assert_eq!(number(find("mazes", "A*", "octile"), "length_theirs"), 1453.32);
    // Tables 4.1–4.4, 4.6, 4.7, 4.8.
    assert_eq!(rows.iter().filter(|r| !r["table"].is_empty()).count(), 16 + 3 + 5 + 5);
    for set in ["bg512", "bgmaps", "mazes", "rooms"] {
        let shortest = number(find(set, "A*", "octile"), "length_ours");
        for exact in ["JPS", "JPS+", "JPS cell by cell", "bidirectional A*", "Fringe", "A* canonical with buckets"] {
            let length = number(find(set, exact, "octile"), "length_ours");
            assert!((length - shortest).abs() < 1e-9, "{set} {exact}: {length} {shortest}");
        }
        assert_eq!(number(find(set, "A*", "octile"), "queries"), 6.0);
    }
    let page = std::fs::read_to_string(out.join("compare.md")).unwrap();
    for words in [
        "| theirs |",
        "| ours |",
        "| ratio |",
        "Table 4.8",
        "table 4.9",
        "figure 4.2",
        "## Ranks",
        "1730",
        "0.3896",
        "share of the thesis's plan",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn the_curve_begins_at_one_and_is_drawn() {
    let dir = sets();
    compare(dir.path(), "out", &["--map-count", "1"]);
    let out = dir.path().join("out");
    let rows = csv(&out.join("compare-curve.csv"));
    let jps: Vec<&Row> = rows.iter().filter(|r| r["algorithm"] == "JPS").collect();
    assert_eq!((rows.len(), jps.len()), (36, 18));
    assert_eq!((number(jps[0], "factor"), number(jps[0], "length_ratio")), (1.0, 1.0));
    assert_eq!(number(jps[17], "factor"), 2.5);
    assert!(jps.iter().all(|r| (1.0..2.5).contains(&number(r, "length_ratio"))), "never shorter than the shortest");
    for plot in ["compare-curve-length.svg", "compare-curve-time.svg"] {
        let svg = std::fs::read_to_string(out.join(plot)).unwrap();
        assert_well_formed(&svg);
        assert!(svg.contains("JPS, theirs"));
    }
}

#[test]
fn two_runs_differ_in_times_only_whatever_the_threads() {
    let dir = sets();
    compare(dir.path(), "one", &[]);
    compare(dir.path(), "two", &["--seed", "1"]);
    compare(dir.path(), "other", &["--seed", "2"]);
    let args = ["experiment", "compare", "--maps", "maps", "--out", "alone", "--queries", "3", "--threads", "1"];
    bestiary(dir.path(), &args, 0);
    let read = |out: &str| without_times(csv(&dir.path().join(out).join("compare.csv")));
    assert_eq!(read("one"), read("two"));
    assert_eq!(read("one"), read("alone"));
    assert_ne!(read("one"), read("other"), "other queries");
}
