//! Figure 17: 4 against 8 directions.

use super::{Class, Clock, Document, Failure, Table, Tally, Watcher, best_of, theirs};
use crate::search::{AStar, Connect, TwoTierList};

/// Times each search is made; the best counts.
const REPEATS: u32 = 3;

/// The results of 4 and of 8 directions in the cases of a class that both solve.
pub(super) type Both = [Tally; 2];

/// Expanded, generated, length, speed and time, each a search.
pub(super) fn means(of: &Tally) -> [f64; 5] {
    let c = of.columns();
    [c.expanded, c.visited, c.length, of.speed(), of.mean_us()]
}

/// Both kinds on every case, in turn.
pub(super) fn measure(classes: &[Class], clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Both>, Failure> {
    let mut search = AStar::new(TwoTierList::new(theirs::CHEAP_LIST_SIZE));
    let mut sums = vec![Both::default(); classes.len()];
    for (class, sums) in classes.iter().zip(&mut sums) {
        for case in &class.cases {
            watcher.check()?;
            let results = [Connect::Four, Connect::Eight].map(|connect| {
                let (_, best) = best_of(REPEATS, clock, || case.search(&mut search, connect));
                search.cost().map(|length| (search.counts, best, length))
            });
            // A search in 8 directions may meet the window's edge where one in 4 does not.
            if let [Some(four), Some(eight)] = results {
                for (sum, (counts, ns, length)) in sums.iter_mut().zip([four, eight]) {
                    sum.add(ns, length.into(), length.into(), counts.into());
                }
            }
        }
    }
    Ok(sums)
}

/// `entropia-17.csv`.
pub(super) fn document(classes: &[Class], directions: &[Both]) -> Result<Document, Failure> {
    let head = "window_nodes directions searches expanded generated length nodes_per_ms us_a_search";
    let mut table = Table::new(0, head.split(' '));
    for (class, both) in classes.iter().zip(directions) {
        for (name, tally) in ["4", "8"].iter().zip(both) {
            table.line(&[&class.nodes(), name, &tally.queries()], means(tally));
        }
    }
    table.csv("entropia-17.csv")
}
