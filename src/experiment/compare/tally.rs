//! Sums over results.

use super::runner::Effort;
use super::theirs::{Columns, FRAME_SHARE_MS};

/// What one variant made of many queries.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    times_ns: Vec<u64>,
    length: f64,
    gaps: f64,
    effort: Effort,
}

impl Tally {
    /// Adds a result: how long it took, how long the path is, how long the shortest.
    pub fn add(&mut self, ns: u64, length: f64, shortest: f64, effort: Effort) {
        self.times_ns.push(ns);
        self.length += length;
        self.gaps += (length - shortest) / shortest;
        self.effort += effort;
    }

    /// Adds another map's results.
    pub fn merge(&mut self, other: &Self) {
        self.times_ns.extend(&other.times_ns);
        self.length += other.length;
        self.gaps += other.gaps;
        self.effort += other.effort;
    }

    pub fn queries(&self) -> usize {
        self.times_ns.len()
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.queries().max(1) as f64
    }

    /// The thesis's columns: means over all queries. 0 when there are none.
    pub fn columns(&self) -> Columns {
        let ms = |ns: f64| ns / 1e6;
        let mean_ns = self.mean(self.times_ns.iter().map(|ns| *ns as f64).sum());
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

    /// The share of queries that fit into a game's time for thinking in a frame.
    pub fn within_frame(&self) -> f64 {
        let within = self.times_ns.iter().filter(|ns| **ns as f64 <= FRAME_SHARE_MS * 1e6).count();
        self.mean(within as f64)
    }

    /// The time below which 99 of 100 queries finished, milliseconds.
    pub fn p99_ms(&self) -> f64 {
        let mut times = self.times_ns.clone();
        times.sort_unstable();
        let rank = ((0.99 * times.len() as f64).ceil() as usize).max(1) - 1;
        times.get(rank).map_or(0.0, |ns| *ns as f64 / 1e6)
    }
}
