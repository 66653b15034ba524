//! Which agents search near them in a step: those that have waited longest, as many as fit.

use super::search;
use crate::nav::planner::job::Grant;

/// So many more than are granted are put in order at a time.
const FEW: usize = 64;

/// The searches near agents that are due in a step.
#[derive(Debug, Default)]
pub struct Turns {
    /// The step since which each is due, and the agent's slot; those before `next` have had their turn, and those before `sorted`
    /// are in order, the least of all.
    due: Vec<(u64, u32)>,
    next: usize,
    sorted: usize,
    /// The one that was granted last.
    last: Option<(u64, u32)>,
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
        (self.next, self.sorted, self.last) = (0, 0, None);
        (self.limit, self.before) = (limit, work);
    }

    /// Grants those that fit, whatever each of them costs; the first of a step in any case, so that each comes to its turn.
    /// To be called until there are none: what searches leave over is shared out again. Whether there are any.
    pub fn grant(&mut self, work: u64, grants: &mut Vec<Grant>) -> bool {
        let left = self.limit.saturating_sub(work.saturating_sub(self.before));
        let fit = usize::try_from(left / u64::from(Self::MOST_WORK)).unwrap_or(usize::MAX);
        let fit = if self.next == 0 { fit.max(1) } else { fit };
        grants.clear();
        while grants.len() < fit
            && let Some((_, slot)) = self.next_due(fit)
        {
            grants.push(Grant { slot, asks: false, may_park: false });
        }
        grants.sort_unstable();
        !grants.is_empty()
    }

    /// The next that is due, of which about so many are asked for. Most wait for a later step: they are not put in order.
    fn next_due(&mut self, fit: usize) -> Option<(u64, u32)> {
        loop {
            if self.next == self.sorted {
                let rest = &mut self.due[self.sorted..];
                let count = fit.saturating_add(FEW).min(rest.len());
                if count < rest.len() {
                    rest.select_nth_unstable(count);
                }
                rest[..count].sort_unstable();
                self.sorted += count;
            }
            let due = *self.due[..self.sorted].get(self.next)?;
            self.next += 1;
            // One that came up in two rounds of the step is there twice.
            if self.last != Some(due) {
                self.last = Some(due);
                return self.last;
            }
        }
    }
}
