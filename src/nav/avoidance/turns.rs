//! Which agents search near them in a step: those that have waited longest, as many as fit.

use super::search;
use crate::nav::planner::job::Grant;

/// The searches near agents that are due in a step.
#[derive(Debug, Default)]
pub struct Turns {
    /// The step since which each is due, and the agent's slot; those before `next` have been granted.
    due: Vec<(u64, u32)>,
    next: usize,
    /// What they may cost in all.
    limit: u64,
    /// What had been counted when they began.
    before: u64,
}

impl Turns {
    /// The most that one of them costs, in expansions.
    pub const MOST_WORK: u32 = search::MOST_WORK;

    /// Begins with those that are due; they may cost `limit`, and `work` is all that was ever counted.
    pub fn begin(&mut self, due: impl Iterator<Item = (u64, u32)>, limit: u64, work: u64) {
        self.due.clear();
        self.due.extend(due);
        self.due.sort_unstable();
        // One that came up in two rounds of the step is there twice.
        self.due.dedup();
        (self.next, self.limit, self.before) = (0, limit, work);
    }

    /// Grants those that fit, whatever each of them costs; the first of a step in any case, so that each comes to its turn.
    /// To be called until there are none: what searches leave over is shared out again. Whether there are any.
    pub fn grant(&mut self, work: u64, grants: &mut Vec<Grant>) -> bool {
        let left = self.limit.saturating_sub(work.saturating_sub(self.before));
        let fit = usize::try_from(left / u64::from(Self::MOST_WORK)).unwrap_or(usize::MAX);
        let fit = if self.next == 0 { fit.max(1) } else { fit };
        grants.clear();
        let grant = |(_, slot): &(u64, u32)| Grant { slot: *slot, asks: false, may_park: false };
        grants.extend(self.due.iter().skip(self.next).take(fit).map(grant));
        self.next += grants.len();
        grants.sort_unstable();
        !grants.is_empty()
    }
}
