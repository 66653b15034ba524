//! The open list as a Cheap List: the few cheapest entries sorted, the many others not.

use super::{Entry, OpenList};

/// Entries kept sorted by default (Dahlberg & Viktorsson 2002, figure 15).
const DEFAULT_SORTED: usize = 75;

/// A Cheap List (Rabin 2000; Dahlberg & Viktorsson 2002, ch. 3.5.4 and 4.4.1): most pushes are expensive entries and take no time,
/// every pop is the end of a short sorted list, and only when that runs dry are the next `k` picked from the rest.
#[derive(Clone, Debug)]
pub struct TwoTierList<E = Entry> {
    k: usize,
    /// At most `k` entries, most expensive first, none more expensive than any in `rest`.
    sorted: Vec<E>,
    rest: Vec<E>,
}

impl<E: Ord + Copy> Default for TwoTierList<E> {
    fn default() -> Self {
        Self::new(DEFAULT_SORTED)
    }
}

impl<E: Ord + Copy> TwoTierList<E> {
    /// Keeps `k` entries sorted; at least 1.
    pub fn new(k: usize) -> Self {
        Self { k: k.max(1), sorted: Vec::new(), rest: Vec::new() }
    }

    /// Empties it and sets how many entries are kept sorted (at least 1).
    pub fn reset(&mut self, k: usize) {
        self.clear();
        self.k = k.max(1);
    }

    /// Sorts the `k` cheapest of the rest.
    fn refill(&mut self) {
        let take = self.k.min(self.rest.len());
        if take == 0 {
            return;
        }
        let split = self.rest.len() - take;
        if split > 0 {
            // Most expensive first, so that the cheapest end up at the end and can be cut off.
            self.rest.select_nth_unstable_by(split, |a, b| b.cmp(a));
        }
        self.sorted.extend(self.rest.drain(split..));
        self.sorted.sort_unstable_by(|a, b| b.cmp(a));
    }
}

impl<E: Ord + Copy> OpenList<E> for TwoTierList<E> {
    fn clear(&mut self) {
        self.sorted.clear();
        self.rest.clear();
    }

    fn push(&mut self, entry: E) {
        let is_low = match self.sorted.first() {
            Some(worst) => entry < *worst || (self.rest.is_empty() && self.sorted.len() < self.k),
            None => self.rest.is_empty(),
        };
        if !is_low {
            self.rest.push(entry);
            return;
        }
        let at = self.sorted.partition_point(|e| *e > entry);
        self.sorted.insert(at, entry);
        if self.sorted.len() > self.k {
            let worst = self.sorted.remove(0);
            self.rest.push(worst);
        }
    }

    fn pop(&mut self) -> Option<E> {
        if self.sorted.is_empty() {
            self.refill();
        }
        self.sorted.pop()
    }

    fn len(&self) -> usize {
        self.sorted.len() + self.rest.len()
    }
}
