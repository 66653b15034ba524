//! The memory of a worker for searches over gates, which an agent's search may hold on to from one step to the next.

use crate::nav::NavContext;
use crate::search::{AStar, DaryHeap, Entry};

/// Memory of one search at a time.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) search: AStar<DaryHeap<Entry>>,
    /// The agent whose search is parked in it, and the last step in which that agent went on with it.
    pub(super) parked: Option<(usize, u64)>,
}

impl Memory {
    /// Whether the search of another agent is parked in it.
    pub(super) fn is_held(&self, ctx: &NavContext) -> bool {
        self.parked.is_some_and(|(owner, seen)| owner != ctx.slot && seen + 1 >= ctx.step)
    }

    /// Whether an agent's search is parked in it; it goes on in this step.
    pub(super) fn resumes(&mut self, ctx: &NavContext) -> bool {
        let is_own = self.parked.is_some_and(|(owner, _)| owner == ctx.slot);
        if is_own {
            self.parked = Some((ctx.slot, ctx.step));
        }
        is_own
    }
}
