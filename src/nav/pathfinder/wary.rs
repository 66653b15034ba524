//! A pathfinder whose agent avoids influence: a cheaper path near the agent, in the searches' phase of a step.

use super::{Pathfinder, Phase};
use crate::nav::{Code, NavContext, SearchContext};

impl Pathfinder {
    /// Whether a cheaper path near the agent is to be looked for.
    pub(super) fn is_wary(&self) -> bool {
        self.avoidance.due.is_some() && matches!(self.phase, Phase::Settled | Phase::Ended(Code::SearchOk))
    }

    /// The step since which it waits for its turn, if it waits for that alone: until then nothing about it changes, and
    /// [`Worker::wait_near`](crate::nav::Worker::wait_near) is all that [`advance`](Self::advance) does.
    pub fn waits_near(&self) -> Option<u64> {
        self.avoidance.due.filter(|_| self.is_wary() && self.need().is_none() && !self.route.is_due)
    }

    /// Notes with its worker that it waits for its turn, if it does.
    pub(super) fn note_wary(&self, ctx: &NavContext, search: &mut SearchContext) {
        if let Some(since) = self.avoidance.due.filter(|_| self.is_wary()) {
            search.worker.wait_near(ctx.slot, since);
        }
    }

    /// Looks for a cheaper path near the agent. Returns how that ended where the script is to know: there is a new one, and
    /// the script knew the one before.
    pub(super) fn improve(
        &mut self,
        ctx: &NavContext,
        SearchContext { worker, clock, .. }: &mut SearchContext,
    ) -> Option<Code> {
        if !self.is_wary() {
            return None;
        }
        let begun = clock.nanos();
        let within = self.job.plan().kept_area(ctx);
        let (improved, counts, work) = worker.near.improve(ctx, &mut self.path, &mut self.avoidance, within);
        let sums = &mut worker.counts;
        sums.near.searches += u64::from(counts.generated > 0);
        sums.near.better += u64::from(improved);
        sums.near.expanded += u64::from(counts.expanded);
        sums.expanded += u64::from(counts.expanded);
        sums.work += work;
        sums.generated += u64::from(counts.generated);
        sums.search_ns += clock.nanos().saturating_sub(begun);
        let is_news = improved && self.phase == Phase::Settled;
        if improved {
            self.form(ctx, &mut worker.shaper);
            self.phase = Phase::Ended(Code::SearchOk);
        }
        is_news.then_some(Code::SearchOk)
    }
}
