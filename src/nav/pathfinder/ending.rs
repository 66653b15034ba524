//! What becomes of a pathfinder when its search has ended.

use super::{Pathfinder, Phase};
use crate::nav::retry::{Remedy, RetryLadder};
use crate::nav::review::Freshness;
use crate::nav::{Code, Failure, NavContext, Worker};

impl Pathfinder {
    /// Notes how a search ended; `None` where nothing is left of the path that it found, and it begins again.
    pub(super) fn end(&mut self, ctx: &NavContext, end: Result<(), Failure>, worker: &mut Worker) -> Option<Code> {
        self.reason = end.err().map(|failure| failure.reason);
        let code = match end {
            Ok(()) => {
                self.retry.failures = 0;
                self.catch_up(ctx);
                if self.freshness == Freshness::Outdated && self.path.points.is_empty() {
                    self.restart();
                    self.phase = Phase::Queued;
                    return None;
                }
                self.form(ctx, &mut worker.shaper);
                self.avoidance.begin(ctx, &self.path, self.job.plan().kept_area(ctx));
                Code::SearchOk
            }
            // What is left of its path leads nowhere, and the agent need not go there to find that out.
            Err(Failure { reason, remedy: Remedy::None }) if self.path.stopped && !self.missed.opened() => {
                return Some(self.give_up(reason));
            }
            Err(Failure { reason, remedy }) => {
                self.retry.failed(remedy, ctx.params);
                // The search was over ground as it is no longer.
                if self.missed.opened() {
                    self.retry = RetryLadder::default();
                }
                self.missed.clear();
                reason.code()
            }
        };
        self.phase = Phase::Ended(code);
        Some(code)
    }
}
