//! Figure 17: 4 against 8 directions.

use super::theirs;
use super::windows::Class;
use crate::diag::Clock;
use crate::experiment::plan::best_of;
use crate::experiment::table::Table;
use crate::experiment::{Document, Failure, Watcher};
use crate::nav::NavParams;
use crate::search::{AStar, Connect, Status, TwoTierList};
use derive_more::AddAssign;

/// Times each search is made; the best counts.
const REPEATS: u32 = 3;

/// Sums over the cases that both kinds of search solve.
#[derive(Clone, Copy, Debug, Default, AddAssign)]
pub(super) struct Sums {
    pub searches: u64,
    pub expanded: u64,
    pub generated: u64,
    pub ns: u64,
    /// Cells.
    pub length: f64,
}

impl Sums {
    /// Expanded nodes a millisecond.
    pub(super) fn speed(&self) -> f64 {
        self.expanded as f64 * 1e6 / self.ns.max(1) as f64
    }

    /// Microseconds a search.
    pub(super) fn time_us(&self) -> f64 {
        self.each(self.ns as f64) / 1e3
    }

    fn each(&self, sum: f64) -> f64 {
        sum / self.searches.max(1) as f64
    }

    /// Nodes expanded a search.
    pub(super) fn expanded(&self) -> f64 {
        self.each(self.expanded as f64)
    }

    /// Nodes generated a search.
    pub(super) fn generated(&self) -> f64 {
        self.each(self.generated as f64)
    }

    /// Expanded, generated, length, speed and time, each a search.
    pub(super) fn means(&self) -> [f64; 5] {
        [self.expanded(), self.generated(), self.each(self.length), self.speed(), self.time_us()]
    }
}

pub(super) struct Directions {
    /// Mean nodes of a window, by class.
    pub nodes: Vec<f64>,
    /// By class: 4 and 8 directions.
    pub sums: Vec<[Sums; 2]>,
}

/// Both kinds on every case, in turn.
pub(super) fn measure(classes: &[Class], clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Directions, Failure> {
    let mut search = AStar::new(TwoTierList::new(theirs::CHEAP_LIST_SIZE));
    let weight = NavParams::default().weight;
    let mut sums = vec![[Sums::default(); 2]; classes.len()];
    for (class, sums) in classes.iter().zip(&mut sums) {
        for case in &class.cases {
            watcher.check()?;
            let results = [Connect::Four, Connect::Eight].map(|connect| {
                let mut problem = case.problem();
                problem.connect = connect;
                let ((), best) = best_of(REPEATS, clock, || {
                    search.begin(&problem, weight);
                    while search.run(&problem, u32::MAX) == Status::Running {}
                });
                search.cost().map(|length| (search.counts(), best, length))
            });
            // A search in 8 directions may meet the window's edge where one in 4 does not.
            if let [Some(four), Some(eight)] = results {
                for (sum, (counts, ns, length)) in sums.iter_mut().zip([four, eight]) {
                    let (expanded, generated) = (counts.expanded.into(), counts.generated.into());
                    *sum += Sums { searches: 1, expanded, generated, ns, length: length.into() };
                }
            }
        }
    }
    Ok(Directions { nodes: classes.iter().map(Class::nodes).collect(), sums })
}

/// `entropia-17.csv`.
pub(super) fn documents(directions: &Directions) -> Result<Vec<Document>, Failure> {
    let head = "window_nodes directions searches expanded generated length nodes_per_ms us_a_search";
    let mut table = Table::new(0, head.split(' '));
    for (nodes, both) in directions.nodes.iter().zip(&directions.sums) {
        for (name, s) in ["4", "8"].iter().zip(both) {
            let head = [nodes.to_string(), (*name).to_owned(), s.searches.to_string()];
            table.row(head.into_iter().chain(s.means().map(|m| m.to_string())));
        }
    }
    Ok(vec![table.csv("entropia-17.csv")?])
}
