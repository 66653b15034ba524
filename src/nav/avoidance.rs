//! Influence in paths. The plan is made as ever, by whichever planner there is; where its first metres lead through influence that
//! the agent avoids, a search in the agent's neighbourhood looks for a cheaper path to where the plan is out of that, and the rest of
//! the plan follows. What planners prepare and share does not depend on influence.

mod problem;
mod search;
mod turns;

pub(super) use search::NearSearch;
pub use turns::Turns;

use super::blocked::Blocked;
use super::near::{self, NearPath};
use super::{NavContext, PathFollower, place_bits};
use crate::geom::Vec2;
use crate::grid::CellRect;
use std::hash::{Hash, Hasher};

/// Influence that costs a path no more than so many metres is no reason to look for another one.
const WORTH_M: f32 = 8.0;
/// The near part of a path is looked at once in so many steps.
const LOOK_STEPS: u64 = 20;
/// A path is looked for again when what it costs by influence has grown by this factor and by [`WORTH_M`] …
const GROWN: f32 = 1.25;
/// … and a plan that was left is made again when influence where it led has fallen to this share.
const FALLEN: f32 = 0.5;

/// What an agent keeps of the influence near its path.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Avoidance {
    /// The step since which a search near the agent is due.
    pub due: Option<u64>,
    /// The step from which on the path may be looked at again.
    next_look: u64,
    /// What the near part of the path may cost by influence, metres, without a search.
    accepted_m: f32,
    /// Where the plan led that was left, and what a metre cost there more, in eighths.
    left: Option<(Vec2, u32)>,
    /// Where it could not pass; apart, because few agents have such a place.
    blocked: Option<Box<Blocked>>,
}

impl Avoidance {
    /// A new plan is in force; it must not leave `within`, where that is given.
    pub(super) fn begin(&mut self, ctx: &NavContext, path: &PathFollower, within: Option<CellRect>) {
        let blocked = self.blocked.take().filter(|blocked| ctx.step < blocked.until);
        *self = Self { blocked, ..Self::default() };
        let ctx = &self.with_blocked(ctx);
        if !ctx.avoids_nothing() {
            self.next_look = ctx.step + LOOK_STEPS;
            let extra = NearPath::of(ctx, path, near::area(ctx, within)).cost.extra;
            self.due = (extra > WORTH_M).then_some(ctx.step);
        }
    }

    /// Measures the near part of the path again, when that is due; whether the plan that was left is to be made again.
    pub(super) fn wants_plan(
        &mut self,
        ctx: &NavContext,
        path: &PathFollower,
        within: impl FnOnce() -> Option<CellRect>,
    ) -> bool {
        if ctx.avoided.is_empty() || ctx.step < self.next_look {
            return false;
        }
        self.next_look = ctx.step + LOOK_STEPS;
        if let Some((at, cost)) = self.left.filter(|_| self.blocked_now(ctx.step).is_none())
            && ctx.influence.cost(ctx.avoided, at) as f32 <= cost as f32 * FALLEN
        {
            return true;
        }
        let extra = NearPath::of(ctx, path, near::area(ctx, within())).cost.extra;
        if self.due.is_none() && extra > self.accepted_m * GROWN + WORTH_M {
            self.due = Some(ctx.step);
        }
        self.accepted_m = self.accepted_m.min(extra);
        false
    }

    /// The agent could not pass a place: a path past it is looked for.
    pub(super) fn block(&mut self, ctx: &NavContext, blocked: Blocked) {
        self.blocked = Some(Box::new(blocked));
        self.due = self.due.or(Some(ctx.step));
    }

    /// The place that it could not pass, as long as that counts.
    fn blocked_now(&self, step: u64) -> Option<Blocked> {
        self.blocked.as_deref().copied().filter(|blocked| step < blocked.until)
    }

    /// What the agent's paths are weighed with.
    pub(super) fn with_blocked<'a>(&self, ctx: &NavContext<'a>) -> NavContext<'a> {
        NavContext { blocked: self.blocked_now(ctx.step), ..*ctx }
    }

    /// A search near the agent has ended: what the near part of the path costs now is accepted. Where the path changed, `left` is
    /// where the one before led; of several such searches the first left the plan.
    fn settle(&mut self, extra_m: f32, left: Option<(Vec2, u32)>) {
        (self.due, self.accepted_m) = (None, extra_m);
        self.left = self.left.or(left);
    }
}

/// What decides its future, for the world hash; nothing where it avoids nothing.
impl Hash for Avoidance {
    fn hash<H: Hasher>(&self, h: &mut H) {
        if *self != Self::default() {
            (self.due, self.next_look, self.accepted_m.to_bits()).hash(h);
            self.left.map(|(at, cost)| (place_bits(at), cost)).hash(h);
            self.blocked.as_deref().map(|b| (place_bits(b.at), b.radius_m.to_bits(), b.until)).hash(h);
        }
    }
}
