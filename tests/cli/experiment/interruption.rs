//! An interruption ends an experiment.

use super::sets;
use bestiary::Diagnostic;
use bestiary::testing::diag::NoClock;
use bestiary::testing::experiment::{Failure, Plan, Share, Watcher, compare as compare_all, crowd, entropia, graphs};
use std::sync::atomic::{AtomicU32, Ordering};

/// Wants to stop after so many questions.
struct Impatient(AtomicU32);

impl Watcher for Impatient {
    fn progress(&self, _done: usize, _of: usize, _what: &str) {}
    fn left_out(&self, _fault: &Diagnostic) {}
    fn go_on(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) > 1
    }
}

#[test]
fn an_interruption_ends_every_experiment_without_a_document() {
    let dir = sets();
    let share = Share {
        maps: Some(1),
        queries: 2,
        windows: 2,
        steps: 100,
        runs: 1,
        persons: 10,
        sides: &[60],
        layouts: 1,
        ..Share::default()
    };
    let plan = Plan { maps: dir.path().join("maps"), share, seed: 1, threads: 1 };
    for patience in [1, 5] {
        let watcher = || Impatient(AtomicU32::new(patience));
        assert!(matches!(compare_all(&plan, &NoClock, &watcher()), Err(Failure::Interrupted)));
        assert!(matches!(entropia(&plan, &NoClock, &watcher()), Err(Failure::Interrupted)));
        assert!(matches!(crowd(&plan, &NoClock, &watcher()), Err(Failure::Interrupted)));
        assert!(matches!(graphs(&plan, &NoClock, &watcher()), Err(Failure::Interrupted)));
    }
    // With patience, and a clock that does not move, there is all but the plot of speeds.
    let watcher = Impatient(AtomicU32::new(u32::MAX));
    assert_eq!(compare_all(&plan, &NoClock, &watcher).expect("documents").len(), 5);
    assert_eq!(entropia(&plan, &NoClock, &watcher).expect("documents").len(), 7);
    let documents = crowd(&plan, &NoClock, &watcher).expect("documents");
    let names: Vec<&str> = documents.iter().map(|d| d.name.as_str()).collect();
    assert_eq!(names, ["crowd.md", "crowd.csv", "crowd-time.svg"]);
    let cases = documents[1].text.lines().count();
    assert_eq!(cases, 1 + 2 * 10, "a head, and a row for each plan in both scenes");
    assert!(documents[0].text.contains("graph, cost 2 as meant") && !documents[0].text.contains("NaN"));
    let documents = graphs(&plan, &NoClock, &watcher).expect("documents");
    assert_eq!((&*documents[0].name, &*documents[1].name), ("graphs.md", "graphs.csv"));
    let (page, rows) = (&documents[0].text, &documents[1].text);
    assert!(documents[2..].iter().all(|d| page.contains(&d.name) && d.text.ends_with("</svg>\n")));
    assert!(
        page.contains("| both algorithms find paths of the same length | 3 of 3 |") && !page.contains("NaN"),
        "{page}"
    );
    let of = |graph: &str| rows.lines().filter(|row| row.split(',').nth(4) == Some(graph)).count();
    // Three densities, rooms and twelve changes of doors, each with both algorithms; a mesh with Polyanya, too.
    for graph in
        ["grid", "grid4", "hex", "quadtree", "framed-quadtree", "markers", "visibility", "visibility-full", "turned"]
    {
        assert_eq!(of(graph), 2 * (3 + 1 + 12), "{graph}");
    }
    assert_eq!(of("mesh"), 3 * (3 + 1 + 12));
    // What is exact finds the shortest path of all, but for round corners.
    let gaps = rows.lines().filter(|row| row.contains(",visibility,") || row.contains(",Polyanya,"));
    assert!(gaps.map(|row| row.split(',').nth(11).unwrap().parse::<f64>().unwrap()).all(|gap| gap < 0.005));
}
