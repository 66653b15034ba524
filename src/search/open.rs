//! The queue of nodes that wait to be expanded, a heap that is one, and a list in two tiers.

use super::Cost;
use std::cmp::Ordering;

/// A node that waits. Ordered by estimated total cost; among equals the one that has come farther is first (it is
/// nearer to the goal), then the one with the lower number: so every open list hands out entries in the very same
/// order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Cost so far plus weighted estimate, at least 0.
    pub total: f32,
    /// Cost so far, at least 0.
    pub cost: f32,
    /// The node's number.
    pub node: u32,
}

impl Entry {
    /// The order as one number: the bits of non-negative floats sort as the floats do.
    fn key(&self) -> u64 {
        (u64::from(self.total.to_bits()) << 32) | u64::from(!self.cost.to_bits())
    }
}

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key()).then(self.node.cmp(&other.node))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A priority queue without decrease-key: a node whose cost fell is pushed again, and the algorithm passes over what is
/// stale.
pub trait OpenList<E = Entry> {
    /// Empties it; memory is kept.
    fn clear(&mut self);

    /// Empties it. Until it is emptied again, entries whose totals differ by less than `slack` may come out in any order.
    /// Returns the slack that is made use of: 0 where the order stays exact.
    fn clear_with_slack(&mut self, _slack: Cost) -> Cost {
        self.clear();
        0
    }

    /// Adds an entry.
    fn push(&mut self, entry: E);

    /// Takes out the least entry.
    fn pop(&mut self) -> Option<E>;

    /// Entries that wait, stale ones included.
    fn len(&self) -> usize;

    /// Whether none waits.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A 4-ary heap: half as deep as a binary one, and four siblings share a line of the cache (LaMarca & Ladner 1996).
#[derive(Clone, Debug)]
pub struct DaryHeap<E> {
    entries: Vec<E>,
}

impl<E> Default for DaryHeap<E> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<E: Copy> DaryHeap<E> {
    /// The least entry, which stays.
    #[inline(always)]
    pub(crate) fn first(&self) -> Option<E> {
        self.entries.first().copied()
    }
}

impl<E: Ord + Copy> OpenList<E> for DaryHeap<E> {
    fn clear(&mut self) {
        self.entries.clear();
    }

    #[inline]
    fn push(&mut self, entry: E) {
        let mut hole = self.entries.len();
        self.entries.push(entry);
        let heap = self.entries.as_mut_slice();
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if heap[parent] <= entry {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = entry;
    }

    #[inline]
    fn pop(&mut self) -> Option<E> {
        let last = self.entries.pop()?;
        let heap = self.entries.as_mut_slice();
        let Some(top) = heap.first().copied() else { return Some(last) };
        let mut hole = 0;
        loop {
            let first = hole * 4 + 1;
            let Some(children) = heap.get(first..(first + 4).min(heap.len())).filter(|c| !c.is_empty()) else { break };
            let (mut least, mut at) = (children[0], first);
            for (i, child) in children.iter().enumerate().skip(1) {
                if *child < least {
                    (least, at) = (*child, first + i);
                }
            }
            if last <= least {
                break;
            }
            heap[hole] = least;
            hole = at;
        }
        heap[hole] = last;
        Some(top)
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}

/// Entries kept sorted by default (Dahlberg & Viktorsson 2002, figure 15).
pub(crate) const DEFAULT_SORTED: usize = 75;

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
