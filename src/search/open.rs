//! The queue of nodes that wait to be expanded.

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

    fn push(&mut self, entry: E);

    /// Takes out the least entry.
    fn pop(&mut self) -> Option<E>;

    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
