//! The heuristic's weight, over the range that the source tried.

use super::{Class, Clock, Document, Failure, Table, Tally, Watcher, best_of, theirs};
use crate::search::{AStar, Connect, TwoTierList};

/// The weights; the first one finds shortest paths.
pub(super) const WEIGHTS: [f32; 6] = [1.0, 1.2, 1.4, 1.6, 1.8, 2.0];
/// Times each search is made; the best counts.
const REPEATS: u32 = 3;

/// The results of each weight in the cases of a class that all of them solve.
pub(super) type Weighted = [Tally; WEIGHTS.len()];

/// Every weight on every case, in turn.
pub(super) fn measure(classes: &[Class], clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Weighted>, Failure> {
    let mut search = AStar::new(TwoTierList::new(theirs::CHEAP_LIST_SIZE));
    let mut sums = vec![Weighted::default(); classes.len()];
    for (class, sums) in classes.iter().zip(&mut sums) {
        for case in &class.cases {
            watcher.check()?;
            let results = WEIGHTS.map(|weight| {
                let (_, best) = best_of(REPEATS, clock, || case.search_weighted(&mut search, Connect::Four, weight));
                search.cost().map(|length| (best, f64::from(length), search.counts))
            });
            // A search with another weight may meet the window's edge.
            let Some(all) = results.into_iter().collect::<Option<Vec<_>>>() else { continue };
            let shortest = all[0].1;
            for (sum, (ns, length, counts)) in sums.iter_mut().zip(all) {
                sum.add(ns, length, shortest, counts.into());
            }
        }
    }
    Ok(sums)
}

/// Expanded, excess of the length over the shortest, and time, each a search.
pub(super) fn means(of: &Tally) -> [f64; 3] {
    [of.columns().expanded, of.mean_gap(), of.mean_us()]
}

/// `entropia-weights.csv`.
pub(super) fn document(classes: &[Class], weighted: &[Weighted]) -> Result<Document, Failure> {
    let head = "window_nodes weight searches expanded excess_length us_a_search";
    let mut table = Table::new(0, head.split(' '));
    for (class, all) in classes.iter().zip(weighted) {
        for (weight, tally) in WEIGHTS.iter().zip(all) {
            table.line(&[&class.nodes(), weight, &tally.queries()], means(tally));
        }
    }
    table.csv("entropia-weights.csv")
}
