//! `experiment entropia`: the figures of the window pathfinder.

use super::{assert_well_formed, bestiary, csv, without_times};

#[test]
fn the_window_pathfinders_figures_come_out_and_are_the_same_twice() {
    let dir = tempfile::tempdir().unwrap();
    let run = |out: &str| {
        bestiary(dir.path(), &["experiment", "entropia", "--windows", "3", "--ticks", "120", "--out", out], 0);
        let csv = |name: &str| without_times(csv(&dir.path().join(out).join(name)));
        (csv("entropia-lists.csv"), ["17", "20", "21", "weights", "feelers"].map(|n| csv(&format!("entropia-{n}.csv"))))
    };
    let (lists, others) = run("one");
    assert_eq!((lists.clone(), others), run("two"));
    assert_eq!(lists.len(), 20 * 3);
    // All lists of one kind of search hand out the same order: the same nodes are expanded.
    for windows in lists.chunk_by(|a, b| a["list"] == b["list"]) {
        let yardstick = if windows[0]["list"].starts_with("whole-grid") { 51 } else { 0 };
        for (i, row) in windows.iter().enumerate() {
            assert_eq!(row["expanded"], lists[yardstick + i]["expanded"], "{}", row["list"]);
        }
    }
    let page = std::fs::read_to_string(dir.path().join("one/entropia.md")).unwrap();
    for words in [
        "Figure 15",
        "Figure 17",
        "Figure 20",
        "Figure 21",
        "| 650.0 |",
        "| 250.0 |",
        "share of abstraction, glade",
        "share of heights",
        "Weights of the heuristic",
        "Maps used again",
        "40 to 60 %",
        "Feelers against paths",
        "mean of a call, depot",
        "What these figures do not say",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert_well_formed(&std::fs::read_to_string(dir.path().join("one/entropia-15.svg")).unwrap());
}
