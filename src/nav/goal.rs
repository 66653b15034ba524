//! What a script sends an agent to, and where a search leads: prediction for moving targets, temporary goals for distant ones.

use super::context::NavContext;
use super::place_bits;
use super::retry::MAX_TRIES;
use crate::body::{AgentId, Body, Sighting};
use crate::geom::{Storey, Vec2, distance_to_segment};

/// Two fixed goals nearer to each other than this are the same, metres.
const SAME_GOAL_M: f32 = 0.01;
/// Coordinates are kept within this many metres of the origin, so that sums of them stay exact enough.
const FARTHEST_M: f32 = 1e6;
/// The slowest an agent is assumed to be when the time to its target is estimated, metres a second.
const SLOWEST_M_S: f32 = 0.1;
/// How far from its first place, as a share of the greatest goal distance, a temporary goal is looked for.
const TEMPORARY_SPREAD: f32 = 0.5;
/// How much nearer a temporary goal is after each failed search, as a share of the greatest goal distance.
const NEARER_SHARE: f32 = 0.2;
/// How far along the line, as shares of a temporary goal's distance, places beside the line are looked for.
const ABREAST: [f32; 4] = [1.0, 0.75, 0.5, 0.25];

/// What a pathfinder was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Goal {
    /// No target is set.
    #[default]
    None,
    /// A place, metres, and the storey that it is on.
    Point(Vec2, Storey),
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
            Self::Point(to, _) if !to.is_finite() => Self::None,
            Self::Point(to, on) => Self::Point(to.clamp(Vec2::splat(-FARTHEST_M), Vec2::splat(FARTHEST_M)), on),
            other => other,
        }
    }

    pub(super) fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Point(a, on), Self::Point(b, other)) => on == other && a.distance(b) <= SAME_GOAL_M,
            (a, b) => a == b,
        }
    }

    /// Where the goal is and how wide, metres; `None` without one, also when it was an agent that is gone.
    fn extent(self, ctx: &NavContext) -> Option<(Vec2, f32)> {
        match self {
            Self::None => None,
            Self::Point(place, _) => Some((place, 0.0)),
            Self::Agent(_) => ctx.target.map(|known| (known.body.position, known.body.radius_m)),
        }
    }

    /// Where the goal is; `None` as for [`Goal::extent`].
    pub(super) fn place(self, ctx: &NavContext) -> Option<Vec2> {
        self.extent(ctx).map(|(place, _)| place)
    }

    /// The storey that the goal is on; the agent's own without one.
    pub(super) fn storey(self, ctx: &NavContext) -> Storey {
        match self {
            Self::Point(_, storey) => storey,
            Self::None | Self::Agent(_) => ctx.target.map_or(ctx.me.storey, |known| known.body.storey),
        }
    }

    /// Whether it is an agent that is out of sight: its place is where it is looked for.
    pub(super) fn is_lost(self, ctx: &NavContext) -> bool {
        self.agent().is_some() && ctx.target.is_some_and(|known| !known.in_sight)
    }

    /// Whether the agent is there.
    pub(super) fn is_reached(self, ctx: &NavContext) -> bool {
        let reach = |radius| ctx.params.arrive_m + ctx.me.radius_m + radius;
        let near = self.extent(ctx).is_some_and(|(at, radius)| at.distance(ctx.me.position) <= reach(radius));
        near && self.storey(ctx) == ctx.me.storey
    }
}

/// Where the goal of a search will be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct GoalPrediction {
    /// Where the search leads.
    pub(super) at: Vec2,
    /// Whether that is a temporary goal on the path to one too far away.
    pub(super) partial: bool,
    /// Where the target was …
    pub(super) seen: Vec2,
    /// … and where it was expected to go.
    pub(super) expected: Vec2,
    /// The step in which the search was queued.
    pub(super) step: u64,
    /// Whether the target was out of sight then.
    pub(super) lost: bool,
}

impl GoalPrediction {
    /// For a search that is queued now. `target` is the goal's place; goals farther away than `farthest_m` are replaced
    /// by temporary ones; `failures` searches failed from here.
    pub(super) fn new(ctx: &NavContext, target: Vec2, farthest_m: Option<f32>, failures: u8) -> Self {
        let lost = ctx.target.is_some_and(|known| !known.in_sight);
        let followed = ctx.target.filter(|known| known.in_sight);
        let expected = followed.map_or(target, |seen| predict(ctx, &seen.body));
        let here = ctx.me.position;
        let too_far = farthest_m.filter(|most| here.distance(expected) > *most);
        let replaced = too_far.map(|most| temporary(ctx, expected, most, failures));
        let at = replaced.unwrap_or(expected);
        Self { at, partial: replaced.is_some(), seen: target, expected, step: ctx.step, lost }
    }

    /// Whether a moving target has left the course that was planned for (Dahlberg & Viktorsson 2002, ch. 4.4: the
    /// tolerance radius; round the whole course rather than its end, so that a target that does what was expected
    /// starts no search).
    pub(super) fn strayed(&self, target: Vec2, tolerance_m: f32) -> bool {
        distance_to_segment(target, self.seen, self.expected) > tolerance_m
    }

    /// Whether a new search towards a moving target is due: the period is linear in the distance.
    pub(super) fn timed_out(&self, ctx: &NavContext, distance_m: f32) -> bool {
        let p = ctx.params;
        let share = (distance_m / p.max_goal_distance_m).clamp(0.0, 1.0);
        let limit = p.chase_min_s + (p.chase_max_s - p.chase_min_s) * share;
        ctx.step.saturating_sub(self.step) as f32 * ctx.step_s >= limit
    }
}

/// Where a target will be when the agent can be there, from distance, speed and direction; never in or beyond a wall.
fn predict(ctx: &NavContext, target: &Body) -> Vec2 {
    let Body { position: at, velocity, .. } = *target;
    let time = ctx.me.position.distance(at) / ctx.me.speed_m_s.max(SLOWEST_M_S);
    ahead(ctx, target, velocity * time.min(ctx.params.predict_max_s))
}

/// Where a target that is out of sight is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Whereabouts {
    /// Where and in which step it was last seen.
    seen: (Vec2, u64),
    /// Where it came if it went on for a moment as it did then.
    at: Vec2,
}

impl Whereabouts {
    /// The same context, with a target that is out of sight in the place where it is looked for. That is worked out once.
    pub(super) fn resolve<'a>(&mut self, ctx: &NavContext<'a>) -> NavContext<'a> {
        let Some(known) = ctx.target.filter(|known| !known.in_sight) else { return *ctx };
        let seen = (known.body.position, known.step);
        if self.seen != seen {
            *self = Self { seen, at: ahead(ctx, &known.body, known.body.velocity * ctx.params.lost_s) };
        }
        let body = Body { position: self.at, ..known.body };
        NavContext { target: Some(Sighting { body, ..known }), ..*ctx }
    }

    /// What the world hash takes in, once a target was out of sight.
    pub(super) fn bits(&self) -> Option<(u64, u64, u64)> {
        let Self { seen: (place, step), at } = *self;
        (*self != Self::default()).then(|| (place_bits(place), step, place_bits(at)))
    }
}

/// Where a body comes that goes on for so far; never in or beyond a wall.
fn ahead(ctx: &NavContext, target: &Body, travel: Vec2) -> Vec2 {
    let Body { position: at, radius_m, height_m, moves, .. } = *target;
    let length = travel.length();
    if length <= f32::EPSILON || !length.is_finite() {
        return at;
    }
    let (direction, world) = (travel / length, ctx.world_on(target.storey));
    let mut reach = match world.probe(at, at + travel, height_m, moves) {
        Some(hit) => (hit.distance_m - radius_m).max(0.0),
        None => length,
    };
    // The line is thin: step back to where the target's body fits.
    let step = world.ground.resolution_m() / 2.0;
    while reach > 0.0 {
        let place = at + direction * reach;
        if world.is_free(place, radius_m, height_m, moves) {
            return place;
        }
        reach -= step;
    }
    at
}

/// A place at the greatest goal distance (less after failures: it was an arbitrary place) on the line towards a goal
/// too far away; where the agent cannot stand there or cannot get there, the next one nearer or further on the line,
/// then sideways of it.
fn temporary(ctx: &NavContext, goal: Vec2, most: f32, failures: u8) -> Vec2 {
    let Body { position: here, radius_m, height_m, moves, .. } = ctx.me;
    let regions = ctx.regions.get(radius_m, height_m, moves);
    let res = ctx.world.ground.resolution_m();
    let distance = most * (1.0 - NEARER_SHARE * f32::from(failures.min(MAX_TRIES - 1)));
    let along = (goal - here).normalize_or_zero();
    let first = here + along * distance;
    let fits =
        |p: &Vec2| ctx.world.is_free(*p, radius_m, height_m, moves) && regions.is_none_or(|r| r.joined(here, *p));
    let tries = (most * TEMPORARY_SPREAD / res).floor().max(0.0) as u32;
    let offsets = move || (0..=tries).map(move |i| i as f32 * res).flat_map(|d| [-d, d]);
    let line = offsets().filter(|d| distance + d > 0.0).map(|d| first + along * d);
    let side = along.perp();
    let beside =
        ABREAST.into_iter().flat_map(|share| offsets().map(move |d| here + along * distance * share + side * d));
    line.chain(beside).find(fits).unwrap_or(first)
}
