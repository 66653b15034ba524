//! What a run counted: the numbers behind reports and the dashboard.

use crate::nav::{Code, SearchCounts};
use std::collections::BTreeMap;

/// Where the time of one step went, nanoseconds; all 0 with a clock that stands still. Search and abstraction are sums
/// over threads, the others wall time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepTimes {
    pub step_ns: u64,
    pub script_ns: u64,
    pub search_ns: u64,
    pub abstraction_ns: u64,
    pub motion_ns: u64,
}

/// Counts since the world began.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// How often each strategic state was entered, start states included.
    pub entered: BTreeMap<String, u64>,
    /// (spawned, died) for each behaviour.
    pub lives: BTreeMap<String, (u32, u32)>,
    pub arrivals: u64,
    /// Answers of the pathfinder, in the order of `Code::ALL`.
    pub codes: [u64; Code::ALL.len()],
    pub failed_searches: u64,
    pub script_calls: u64,
    pub script_errors: u64,
    pub script_overruns: u64,
    /// Reloads that took effect.
    pub reloads: u64,
    /// Lines printed in the current second by each slot.
    printed: BTreeMap<usize, u32>,
    print_second: u64,
}

impl Stats {
    pub(super) fn enter(&mut self, state: &str) {
        match self.entered.get_mut(state) {
            Some(n) => *n += 1,
            None => {
                self.entered.insert(state.to_owned(), 1);
            }
        }
    }

    pub(super) fn spawn(&mut self, behaviour: &str) {
        self.lives.entry(behaviour.to_owned()).or_default().0 += 1;
    }

    pub(super) fn die(&mut self, behaviour: &str) {
        self.lives.entry(behaviour.to_owned()).or_default().1 += 1;
    }

    /// Whether a creature may print one more line in this second.
    pub(super) fn may_print(&mut self, slot: usize, second: u64, most: u32) -> bool {
        if self.print_second != second {
            self.print_second = second;
            self.printed.clear();
        }
        let n = self.printed.entry(slot).or_default();
        *n += 1;
        *n <= most
    }
}

/// Share of `part` in `whole`; `None` when there was nothing.
pub(crate) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Adds up what several workers counted.
pub(super) fn sum<'a>(counts: impl Iterator<Item = &'a SearchCounts>) -> SearchCounts {
    counts.fold(SearchCounts::default(), |mut a, c| {
        a.moving += c.moving;
        a.moving_reused += c.moving_reused;
        a.fixed += c.fixed;
        a.fixed_reused += c.fixed_reused;
        a.moving_maps += c.moving_maps;
        a.moving_nodes += c.moving_nodes;
        a.fixed_maps += c.fixed_maps;
        a.fixed_nodes += c.fixed_nodes;
        a.expanded += c.expanded;
        a.abstraction_ns += c.abstraction_ns;
        a.search_ns += c.search_ns;
        a
    })
}
