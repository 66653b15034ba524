//! What a script sends an agent to.

use super::context::NavContext;
use crate::body::AgentId;
use crate::geom::Vec2;

/// Two fixed goals nearer to each other than this are the same, metres.
const SAME_GOAL_M: f32 = 0.01;
/// Coordinates are kept within this many metres of the origin, so that sums of them stay exact enough.
const FARTHEST_M: f32 = 1e6;

/// What a pathfinder was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Goal {
    /// No target is set.
    #[default]
    None,
    /// A place, metres.
    Point(Vec2),
    /// Another agent.
    Agent(AgentId),
}

impl Goal {
    /// The agent that is the goal, if one is.
    pub fn agent(self) -> Option<AgentId> {
        match self {
            Self::Agent(id) => Some(id),
            _ => None,
        }
    }

    /// The goal with coordinates in range; a place that is not a number is no goal.
    pub(super) fn in_range(self) -> Self {
        match self {
            Self::Point(to) if !to.is_finite() => Self::None,
            Self::Point(to) => Self::Point(to.clamp(Vec2::splat(-FARTHEST_M), Vec2::splat(FARTHEST_M))),
            other => other,
        }
    }

    pub(super) fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Point(a), Self::Point(b)) => a.distance(b) <= SAME_GOAL_M,
            (a, b) => a == b,
        }
    }

    /// Where the goal is and how wide, metres; `None` without one, also when it was an agent that is gone.
    fn extent(self, ctx: &NavContext) -> Option<(Vec2, f32)> {
        match self {
            Self::None => None,
            Self::Point(place) => Some((place, 0.0)),
            Self::Agent(_) => ctx.target.map(|seen| (seen.body.position, seen.body.radius_m)),
        }
    }

    /// Where the goal is; `None` as for [`Goal::extent`].
    pub(super) fn place(self, ctx: &NavContext) -> Option<Vec2> {
        self.extent(ctx).map(|(place, _)| place)
    }

    /// Whether the agent is there.
    pub(super) fn is_reached(self, ctx: &NavContext) -> bool {
        self.extent(ctx)
            .is_some_and(|(at, radius)| at.distance(ctx.me.position) <= ctx.params.arrive_m + ctx.me.radius_m + radius)
    }
}
