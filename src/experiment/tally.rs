//! Sums over queries, from which all means, deviations and shares are made.

use super::compare::theirs::{Columns, FRAME_SHARE_MS};
use crate::search::Counts;
use derive_more::AddAssign;

/// What one query took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, AddAssign)]
pub struct Effort {
    /// Nodes taken from the open list.
    pub expanded: u64,
    /// Entries put on the open list; for Fringe and for JPS cell by cell, cells looked at.
    pub visited: u64,
    /// The most entries that waited at one time.
    pub max_open: u64,
}

impl From<Counts> for Effort {
    fn from(c: Counts) -> Self {
        Self { expanded: c.expanded.into(), visited: c.generated.into(), max_open: c.max_open.into() }
    }
}

/// The sums of one kind of search over many queries. All means are 0 when there are none.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    times_ns: Vec<u64>,
    length: f64,
    gaps: f64,
    effort: Effort,
    /// Bytes of what was prepared for the searches.
    pub prepared_bytes: u64,
}

impl Tally {
    /// Adds a result: how long it took, how long the path is, how long the shortest.
    pub fn add(&mut self, ns: u64, length: f64, shortest: f64, effort: Effort) {
        self.note(ns, effort);
        self.length += length;
        self.gaps += (length - shortest) / shortest;
    }

    /// Adds a result of which only what it took is summed up.
    pub fn note(&mut self, ns: u64, effort: Effort) {
        self.times_ns.push(ns);
        self.effort += effort;
    }

    /// Adds another one's results.
    pub fn merge(&mut self, other: &Self) {
        self.times_ns.extend(&other.times_ns);
        self.length += other.length;
        self.gaps += other.gaps;
        self.effort += other.effort;
        self.prepared_bytes += other.prepared_bytes;
    }

    /// How many queries were added.
    pub fn queries(&self) -> usize {
        self.times_ns.len()
    }

    /// Of all queries together.
    pub fn expanded(&self) -> u64 {
        self.effort.expanded
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.queries().max(1) as f64
    }

    fn all_ns(&self) -> f64 {
        self.times_ns.iter().sum::<u64>() as f64
    }

    /// The thesis's columns: means over all queries.
    pub fn columns(&self) -> Columns {
        let ms = |ns: f64| ns / 1e6;
        let mean_ns = self.mean(self.all_ns());
        let squares = self.times_ns.iter().map(|ns| (*ns as f64 - mean_ns).powi(2)).sum();
        Columns {
            length: self.mean(self.length),
            time_ms: ms(mean_ns),
            deviation_ms: ms(self.mean(squares).sqrt()),
            expanded: self.mean(self.effort.expanded as f64),
            visited: self.mean(self.effort.visited as f64),
            max_open: self.mean(self.effort.max_open as f64),
        }
    }

    /// Mean excess over the shortest length, relative to it.
    pub fn mean_gap(&self) -> f64 {
        self.mean(self.gaps)
    }

    /// Expanded nodes a millisecond; 0 when no time passed.
    pub fn speed(&self) -> f64 {
        let ns = self.all_ns();
        if ns == 0.0 { 0.0 } else { self.effort.expanded as f64 * 1e6 / ns }
    }

    /// Mean time of a query, microseconds.
    pub fn mean_us(&self) -> f64 {
        self.mean(self.all_ns()) / 1e3
    }

    /// The share of queries that fit into a game's time for thinking in a frame.
    pub fn within_frame(&self) -> f64 {
        let within = self.times_ns.iter().filter(|ns| **ns as f64 <= FRAME_SHARE_MS * 1e6).count();
        self.mean(within as f64)
    }

    /// The time below which a share of the queries finished (the nearest rank), nanoseconds.
    pub fn quantile_ns(&self, share: f64) -> f64 {
        let mut times = self.times_ns.clone();
        times.sort_unstable();
        let rank = ((share * times.len() as f64).ceil() as usize).max(1) - 1;
        times.get(rank).map_or(0.0, |ns| *ns as f64)
    }

    /// The time below which 99 of 100 queries finished, milliseconds.
    pub fn p99_ms(&self) -> f64 {
        self.quantile_ns(0.99) / 1e6
    }
}
