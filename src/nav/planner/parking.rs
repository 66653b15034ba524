//! Which agent's search keeps the memory of a worker from one step to the next, where searches share one such memory.

use crate::nav::NavContext;

/// The search that is parked in a memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parking {
    parked: Option<Parked>,
}

#[derive(Clone, Copy, Debug)]
struct Parked {
    slot: usize,
    /// Whether it is for a question alone.
    asks: bool,
    /// The last step in which the agent went on with it.
    seen: u64,
}

impl Parking {
    fn is_own(&self, ctx: &NavContext) -> bool {
        self.parked.is_some_and(|parked| (parked.slot, parked.asks) == (ctx.slot, ctx.asks))
    }

    /// Whether another search is parked.
    pub(super) fn is_held(&self, ctx: &NavContext) -> bool {
        !self.is_own(ctx) && self.parked.is_some_and(|parked| parked.seen + 1 >= ctx.step)
    }

    /// Whether an agent's search is parked; it goes on in this step.
    pub(super) fn resumes(&mut self, ctx: &NavContext) -> bool {
        let is_own = self.is_own(ctx);
        if is_own {
            self.park(ctx);
        }
        is_own
    }

    /// An agent's search goes on in the next step.
    pub(super) fn park(&mut self, ctx: &NavContext) {
        self.parked = Some(Parked { slot: ctx.slot, asks: ctx.asks, seen: ctx.step });
    }

    /// No search is parked.
    pub(super) fn free(&mut self) {
        self.parked = None;
    }
}
