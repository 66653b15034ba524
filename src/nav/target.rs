//! What a pathfinder is sent to: setting it, finding it, arriving.

use super::pathfinder::{Pathfinder, Phase};
use super::retry::Retry;
use super::{Goal, NavContext};
use crate::body::AgentId;
use crate::geom::Vec2;

/// Two fixed goals nearer to each other than this are the same, metres.
const SAME_GOAL_M: f32 = 0.01;
/// Coordinates are kept within this many metres of the origin, so that sums of them stay exact enough.
const FARTHEST_M: f32 = 1e6;

impl Pathfinder {
    /// Sends the agent to a place, metres. The goal it has already changes nothing, unless the pathfinder gave up or
    /// the agent had arrived and is there no more. A place that is no number is no target.
    pub fn set_position_target(&mut self, ctx: &NavContext, me: usize, to: Vec2) {
        if !to.is_finite() {
            return self.retarget(ctx, me, Goal::None);
        }
        let to = to.clamp(Vec2::splat(-FARTHEST_M), Vec2::splat(FARTHEST_M));
        let same = matches!(self.goal, Goal::Point(p) if p.distance(to) <= SAME_GOAL_M);
        if !same || self.may_begin_again(ctx, me) {
            self.retarget(ctx, me, Goal::Point(to));
        }
    }

    /// Sends the agent after another. The goal it has already changes nothing, unless the pathfinder gave up or the
    /// agent had arrived and is there no more.
    pub fn set_moving_target(&mut self, ctx: &NavContext, me: usize, target: AgentId) {
        if self.goal != Goal::Agent(target) || self.may_begin_again(ctx, me) {
            self.retarget(ctx, me, Goal::Agent(target));
        }
    }

    /// Whether the goal it has already can be set anew: after giving up, and after an arrival that did not last.
    fn may_begin_again(&self, ctx: &NavContext, me: usize) -> bool {
        self.phase == Phase::GaveUp || (!self.arrival_pending && !self.is_there(ctx, me))
    }

    pub(super) fn retarget(&mut self, ctx: &NavContext, me: usize, goal: Goal) {
        self.goal = goal;
        self.retry = Retry::default();
        self.reason = None;
        self.ticks = 0;
        self.begin_anew();
        self.path.clear();
        self.arrival_pending = goal != Goal::None && !self.is_there(ctx, me);
        self.asked_m = self.target(ctx).map_or(0.0, |to| to.distance(ctx.bodies.position[me]));
    }

    /// How far away its goal was when the agent was sent there, metres in a straight line.
    pub fn asked_m(&self) -> f32 {
        self.asked_m
    }

    /// True once a target when the agent has come to what it was sent to.
    pub fn check_arrival(&mut self, ctx: &NavContext, me: usize) -> bool {
        self.arrival_pending && self.is_there(ctx, me) && std::mem::take(&mut self.arrival_pending)
    }

    fn is_there(&self, ctx: &NavContext, me: usize) -> bool {
        let b = ctx.bodies;
        let (at, radius) = match self.goal {
            Goal::None => return false,
            Goal::Point(p) => (p, 0.0),
            Goal::Agent(id) => match b.find(id) {
                Some(other) => (b.position[other], b.radius[other]),
                None => return false,
            },
        };
        at.distance(b.position[me]) <= ctx.params.arrive_m + b.radius[me] + radius
    }

    /// Whether a way leads from the agent to a place, for a body of its size: cheap, without a search. Where nobody
    /// prepared the regions for its size the answer is yes: nothing speaks against it.
    pub fn reachable(ctx: &NavContext, me: usize, place: Vec2) -> bool {
        let b = ctx.bodies;
        ctx.regions.get(b.radius[me], b.height[me]).is_none_or(|r| r.joined(b.position[me], place))
    }

    /// Where the goal is; `None` without one, also when it was an agent that is gone.
    pub(super) fn target(&self, ctx: &NavContext) -> Option<Vec2> {
        match self.goal {
            Goal::None => None,
            Goal::Point(p) => Some(p),
            Goal::Agent(id) => ctx.bodies.find(id).map(|s| ctx.bodies.position[s]),
        }
    }
}
