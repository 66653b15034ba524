//! A pathfinder whose agent avoids influence: a cheaper path near the agent, in the searches' phase of a step.

use super::{Pathfinder, Phase};
use crate::nav::{Code, NavContext, SearchContext};

impl Pathfinder {
    /// Whether a cheaper path near the agent is to be looked for.
    pub(super) fn is_wary(&self) -> bool {
        self.avoidance.due && matches!(self.phase, Phase::Settled | Phase::Ended(Code::SearchOk))
    }

    /// Looks for a cheaper path near the agent, in the same phase of a step as searches; whether there is a new one.
    pub(super) fn improve(
        &mut self,
        ctx: &NavContext,
        SearchContext { worker, clock, .. }: &mut SearchContext,
    ) -> bool {
        if !worker.near.takes(ctx.slot) {
            return false;
        }
        let begun = clock.nanos();
        let within = self.job.plan().kept_area(ctx);
        let (improved, counts, work) = worker.near.improve(ctx, &mut self.path, &mut self.avoidance, within);
        worker.counts.expanded += u64::from(counts.expanded);
        worker.counts.work += work;
        worker.counts.generated += u64::from(counts.generated);
        worker.counts.search_ns += clock.nanos().saturating_sub(begun);
        if improved {
            self.phase = Phase::Ended(Code::SearchOk);
        }
        improved
    }
}
