//! What a pathfinder is sent to: setting it, finding it, arriving.

use super::pathfinder::{Pathfinder, Phase};
use super::retry::Retry;
use super::{Goal, NavContext};
use crate::body::Sighting;
use crate::geom::Vec2;

/// Two fixed goals nearer to each other than this are the same, metres.
const SAME_GOAL_M: f32 = 0.01;
/// Coordinates are kept within this many metres of the origin, so that sums of them stay exact enough.
const FARTHEST_M: f32 = 1e6;

impl Pathfinder {
    /// Sends the agent to a place, metres, or after another agent, of which `ctx` then holds what was seen. The goal it
    /// has already changes nothing, unless the pathfinder gave up or the agent had arrived and is there no more. A place
    /// that is no number is no target.
    pub fn set_goal(&mut self, ctx: &NavContext, goal: Goal) {
        let goal = match goal {
            Goal::Point(to) if !to.is_finite() => return self.retarget(ctx, Goal::None),
            Goal::Point(to) => Goal::Point(to.clamp(Vec2::splat(-FARTHEST_M), Vec2::splat(FARTHEST_M))),
            other => other,
        };
        let same = match (self.goal, goal) {
            (Goal::Point(p), Goal::Point(to)) => p.distance(to) <= SAME_GOAL_M,
            (old, new) => old == new,
        };
        if !same || self.may_begin_again(ctx) {
            self.retarget(ctx, goal);
        }
    }

    /// Whether the goal it has already can be set anew: after giving up, and after an arrival that did not last.
    fn may_begin_again(&self, ctx: &NavContext) -> bool {
        self.phase == Phase::GaveUp || (!self.arrival_pending && !self.is_there(ctx))
    }

    pub(super) fn retarget(&mut self, ctx: &NavContext, goal: Goal) {
        self.goal = goal;
        self.retry = Retry::default();
        self.reason = None;
        self.ticks = 0;
        self.begin_anew();
        self.path.clear();
        self.arrival_pending = goal != Goal::None && !self.is_there(ctx);
        self.asked_m = self.target(ctx).map_or(0.0, |to| to.distance(ctx.me.position));
    }

    /// How far away its goal was when the agent was sent there, metres in a straight line.
    pub fn asked_m(&self) -> f32 {
        self.asked_m
    }

    /// True once a target when the agent has come to what it was sent to.
    pub fn check_arrival(&mut self, ctx: &NavContext) -> bool {
        self.arrival_pending && self.is_there(ctx) && std::mem::take(&mut self.arrival_pending)
    }

    fn is_there(&self, ctx: &NavContext) -> bool {
        let (at, radius) = match (self.goal, ctx.target) {
            (Goal::Point(p), _) => (p, 0.0),
            (Goal::Agent(_), Some(Sighting { body, .. })) => (body.position, body.radius_m),
            _ => return false,
        };
        at.distance(ctx.me.position) <= ctx.params.arrive_m + ctx.me.radius_m + radius
    }

    /// Where the goal is; `None` without one, also when it was an agent that is gone.
    pub(super) fn target(&self, ctx: &NavContext) -> Option<Vec2> {
        match self.goal {
            Goal::None => None,
            Goal::Point(p) => Some(p),
            Goal::Agent(_) => ctx.target.map(|seen| seen.body.position),
        }
    }
}
