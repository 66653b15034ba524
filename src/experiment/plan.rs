//! What an experiment is asked to do, and how it reports progress.

use super::{Clock, Diagnostic, Failure};
use std::path::PathBuf;

/// How much of the documents' own plan is run.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// Maps of each set, spread evenly over it in order of name; `None`: all.
    pub maps: Option<usize>,
    /// Queries a map.
    pub queries: usize,
    /// Windows of each size that are searched and drawn (`entropia`).
    pub windows: usize,
    /// Steps of each simulation (`entropia`), at most (`crowd`).
    pub steps: u64,
    /// Runs of each case (`crowd`).
    pub runs: usize,
    /// Runs of each case with more than 100 persons (`crowd`).
    pub large_runs: usize,
    /// Cases with more persons than this are left out (`crowd`).
    pub persons: u32,
    /// The sides of the worlds (`graphs`), metres.
    pub sides: &'static [u32],
    /// Layouts of each case (`graphs`).
    pub layouts: usize,
}

/// The sides of the worlds of the representations thesis; not all of them without `--full`.
const SIDES: &[u32] = &[200, 300, 500];

impl Default for Share {
    /// Some minutes on two cores.
    fn default() -> Self {
        Self {
            maps: Some(20),
            queries: 50,
            windows: 300,
            steps: 6_000,
            runs: 2,
            large_runs: 1,
            persons: 100,
            sides: &SIDES[..2],
            layouts: 4,
        }
    }
}

impl Share {
    /// Everything the documents did: all maps, 400 queries each; ten minutes of life; 15 runs. And crowds of 1 000 and 10 000.
    pub fn full() -> Self {
        Self {
            maps: None,
            queries: 400,
            windows: 600,
            steps: 12_000,
            runs: 15,
            large_runs: 3,
            persons: 10_000,
            sides: SIDES,
            layouts: 5,
        }
    }

    /// The numbers of persons of the cases that are run (`crowd`).
    pub fn crowd_counts(&self) -> Vec<u32> {
        [10, 25, 50, 100, 1_000, 10_000].into_iter().filter(|count| *count <= self.persons).collect()
    }

    /// Whether it is all that the comparison thesis did.
    pub fn is_full(&self) -> bool {
        self.maps.is_none() && self.queries >= Self::full().queries
    }
}

/// One run of an experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder with the map sets.
    pub maps: PathBuf,
    /// How much of the maps and queries is used.
    pub share: Share,
    /// All chance follows from it.
    pub seed: u64,
    /// Maps measured at the same time, at least 1. Changes times only, and for the worse.
    pub threads: usize,
}

/// Receives progress, and may end the experiment.
pub trait Watcher: Sync {
    /// `done` parts of `of` are done; `what` was the last.
    fn progress(&self, done: usize, of: usize, what: &str);

    /// A map cannot be read and is left out.
    fn left_out(&self, fault: &Diagnostic);

    /// Asked now and then; `false` ends the experiment with [`Failure::Interrupted`].
    fn go_on(&self) -> bool;

    /// # Errors
    /// [`Failure::Interrupted`] when the experiment is to end.
    fn check(&self) -> Result<(), Failure> {
        if self.go_on() { Ok(()) } else { Err(Failure::Interrupted) }
    }
}

/// `count` indices below `len`, spread evenly, the first among them; all when there are no more.
pub fn spread(len: usize, count: Option<usize>) -> Vec<usize> {
    let count = count.unwrap_or(len).min(len);
    (0..count).map(|i| i * len / count).collect()
}

/// Runs something a few times; what it returned last, and the nanoseconds of its best run.
pub(crate) fn best_of<T>(repeats: u32, clock: &dyn Clock, mut run: impl FnMut() -> T) -> (T, u64) {
    let mut timed = || {
        let before = clock.nanos();
        let result = run();
        (result, clock.nanos().saturating_sub(before))
    };
    (1..repeats).fold(timed(), |(_, best), _| {
        let (result, ns) = timed();
        (result, best.min(ns))
    })
}
