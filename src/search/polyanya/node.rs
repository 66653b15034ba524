//! What a search on a mesh keeps.

use glam::DVec2;
use std::cmp::Ordering;

/// No vertex: the start.
pub(super) const NO_VERTEX: u32 = u32::MAX;

/// A point where a path turns, and the cheapest path to it that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub at: DVec2,
    /// Metres from the start.
    pub cost: f64,
    pub parent: u32,
    pub vertex: u32,
    pub storey: u32,
}

impl Root {
    pub(super) fn start(at: DVec2) -> Self {
        Self { at, cost: 0.0, parent: 0, vertex: NO_VERTEX, storey: 0 }
    }
}

/// What is seen of a side from a root: what lies between the rays through two points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Estimated length of the whole path, metres.
    pub total: f64,
    pub right: DVec2,
    pub left: DVec2,
    pub root: u32,
    /// The side, of the polygon that is entered.
    pub entry: u32,
    /// The polygon that is entered.
    pub polygon: u32,
    /// The root lies on the side: all of the polygon is seen.
    pub whole: bool,
    /// The interval ends at the right, the left vertex of the side, and the path may turn there.
    pub turns: [bool; 2],
    /// The goal is reached from the root in a straight line: there is nothing to expand.
    pub ends: bool,
}

/// A node in the open list, by its estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    /// The bits of the estimate: those of positive floats sort as the floats do.
    pub total: u64,
    pub node: u32,
}

impl Ord for Waiting {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        // Of equal ones the later first: it is nearer to the goal.
        self.total.cmp(&other.total).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Waiting {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
