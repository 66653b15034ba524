//! One ceiling for the work on searches in a step, over all agents, shared out in a fixed order before the searches run.
//!
//! The unit is one expansion of a search in a window; all other work is charged in it: stops of jump searches, maps that are
//! drawn, paths over levels, levels that are brought up to date. A search is granted its slice only if the most that the slice can
//! cost is left. Most cost less; what they leave over is shared out again in a further round. Nothing depends on which
//! thread is faster.
//!
//! What is done for an agent before its search is granted (a look along the straight line to its goal), and what it takes to go by the
//! result of another's, comes out of an allowance that each worker has for a step. So no step costs more than the ceiling by
//! more than the most that one claim can cost, levels that were brought up to date, and the straightening of paths just found.

use super::Grant;
use crate::geom::Vec2;
use crate::nav::NavContext;

/// What one stop of a jump search costs: it looks along rows of cells.
pub(super) const STOP_WORK: u32 = 4;
/// A search for an agent that is within so many metres of the focus …
const NEAR_M: f32 = 40.0;
/// … counts as if it had waited for so many steps more.
const NEAR_STEPS: u64 = 20;

/// A search for a question alone counts as if it was queued so many steps later.
const QUESTION_STEPS: u64 = 40;
/// One in so many expansions of the ceiling is kept from searches: for quick paths …
const QUICK_SHARE: u64 = 8;
/// … and, one in so many, for what workers do without a claim.
const ALLOWED_SHARE: u64 = 16;

/// An agent's search that is to be worked on in a step. The least is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// The step in which the search was queued, earlier for an agent near the focus; 0 for the next piece of a path that is
    /// walked already.
    pub rank: u64,
    /// The agent's slot.
    pub slot: u32,
    /// The step in which the search was queued.
    pub since: u64,
    /// The most that working on it can cost in this step.
    pub most: u32,
    /// Whether the search may outlive the step.
    pub may_park: bool,
    /// Steps since it was queued, while it has not begun.
    pub waited: u32,
    /// Whether it is for a question alone.
    pub asks: bool,
}

/// A claim that waits: the agent's slot, whether it is for a question, and the step in which the search was queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Refused {
    slot: u32,
    asks: bool,
    since: u64,
}

impl Refused {
    fn of(claim: Claim) -> Self {
        Self { slot: claim.slot, asks: claim.asks, since: claim.since }
    }
}

impl Claim {
    /// A search that was queued in step `since` and has begun, or not.
    pub(super) fn new(ctx: &NavContext, since: u64, begun: bool, most: u32) -> Self {
        let near = |focus: Vec2| focus.distance(ctx.me.position) <= NEAR_M;
        let bonus = if ctx.focus.is_some_and(near) { NEAR_STEPS } else { 0 };
        let waited = if begun { 0 } else { ctx.step.saturating_sub(since) as u32 };
        let rank = if ctx.asks { since + QUESTION_STEPS } else { since.saturating_sub(bonus) };
        Self { rank, slot: ctx.slot as u32, since, most, may_park: true, waited, asks: ctx.asks }
    }
}

/// What searches cost, and how long they waited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLoad {
    /// The most work in a step.
    pub most: u64,
    /// Searches that the ceiling keeps waiting now.
    pub waiting: u32,
    /// The most that waited after a step.
    pub most_waiting: u32,
    /// The longest that a search waited before it began, steps.
    pub longest_wait: u32,
}

/// Shares out the work of a step.
#[derive(Debug, Default)]
pub struct Ceiling {
    /// Those of this step that were not granted yet are after `next`.
    pub claims: Vec<Claim>,
    next: usize,
    limit: u64,
    /// What searches may cost of that: the rest is kept for quick paths.
    for_searches: u64,
    /// Work of this step done before searches: levels brought up to date.
    pub owed: u64,
    /// All work that was counted until this step began.
    before: u64,
    /// The claims that were not granted in the last step, by slot, and those of this step so far.
    refused: Vec<Refused>,
    waiting: Vec<Refused>,
    /// Claims that another one serves as well, each after the slot of that one and whether that is for a question.
    merged: Vec<((u32, bool), Refused)>,
    /// What the steps before cost.
    pub load: SearchLoad,
}

impl Ceiling {
    /// Begins to share out a step's work; all claims are there.
    pub fn begin(&mut self, limit: u32) {
        self.claims.sort_unstable();
        (self.next, self.limit) = (0, limit.into());
        self.for_searches = self.limit - self.limit / QUICK_SHARE;
    }

    /// Grants what fits; `work` is all that was ever counted. The first claim of a step is granted whatever it costs, so that
    /// every search is granted at last. Whether anything was.
    pub fn grant(&mut self, work: u64, grants: &mut Vec<Grant>) -> bool {
        grants.clear();
        let mut left = self.for_searches.saturating_sub(self.spent(work));
        while let Some(claim) = self.claims.get(self.next) {
            let most = u64::from(claim.most);
            if most > left && self.next > 0 {
                break;
            }
            left = left.saturating_sub(most);
            grants.push(Grant { slot: claim.slot, asks: claim.asks, may_park: claim.may_park });
            self.load.longest_wait = self.load.longest_wait.max(claim.waited);
            self.next += 1;
        }
        grants.sort_unstable();
        !grants.is_empty()
    }

    /// One in so many expansions of the ceiling.
    pub fn share(&self, of: u64) -> u64 {
        self.limit / of
    }

    /// What is left of the ceiling.
    pub fn left(&self, work: u64) -> u64 {
        self.limit.saturating_sub(self.spent(work))
    }

    /// Ends a step.
    pub fn end(&mut self, work: u64) {
        self.load.most = self.load.most.max(self.spent(work));
        (self.before, self.owed) = (work, 0);
        self.waiting.extend(self.claims.drain(..).skip(self.next).map(Refused::of));
        self.waiting.sort_unstable();
        let Self { waiting, merged, .. } = self;
        merged.retain(|(by, _)| waiting.binary_search_by_key(by, |r| (r.slot, r.asks)).is_ok());
        waiting.extend(merged.drain(..).map(|(_, claim)| claim));
        waiting.sort_unstable();
        self.refused.clear();
        std::mem::swap(&mut self.refused, &mut self.waiting);
        self.load.waiting = self.refused.len() as u32;
        self.load.most_waiting = self.load.most_waiting.max(self.load.waiting);
    }

    /// What each of so many workers may do in a step without a claim, in expansions.
    pub(super) fn allowance(limit: u32, workers: usize) -> u64 {
        u64::from(limit) / ALLOWED_SHARE / workers.max(1) as u64
    }

    /// A claim that cannot be granted in this step.
    pub(super) fn refuse(&mut self, claim: Claim) {
        self.waiting.push(Refused::of(claim));
    }

    /// A claim that another one, of slot `by`, serves as well.
    pub(super) fn merge(&mut self, by: &Claim, claim: Claim) {
        self.merged.push(((by.slot, by.asks), Refused::of(claim)));
    }

    /// The step in which the search of an agent was queued whose claim was not granted in the last step; that of its path or
    /// that for a question.
    pub fn refused_since(&self, slot: usize, asks: bool) -> Option<u64> {
        let of = (slot as u32, asks);
        let at = self.refused.binary_search_by_key(&of, |r| (r.slot, r.asks)).ok()?;
        Some(self.refused[at].since)
    }

    /// For the world hash: nothing in a world that never reached the ceiling.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    fn spent(&self, work: u64) -> u64 {
        self.owed + work.saturating_sub(self.before)
    }
}
