//! What passing portals keeps from step to step.

use crate::agent::Admission;
use crate::geom::Storey;

/// What entering portals needs, and the memory that it reuses.
#[derive(Default)]
pub(in crate::sim) struct Entrance {
    /// Creatures whose path leads through a portal, in order of slot; others may be among them.
    pub(super) bound: Vec<u32>,
    pub(super) admission: Admission,
    pub(super) passing: Passing,
}

/// Bodies in portals.
#[derive(Default)]
pub(super) struct Passing {
    /// Before the step, on which storeys.
    pub(super) before: Vec<(usize, Storey)>,
    pub(super) came_out: Vec<usize>,
}
