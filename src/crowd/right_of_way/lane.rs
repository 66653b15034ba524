//! The ground that a body is about to take, and where another one leaves it.

use crate::crowd::Walls;
use crate::geom::Vec2;

/// The ground that a body is about to take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lane {
    pub from: Vec2,
    pub to: Vec2,
    pub radius: f32,
}

/// A body nearby, as one sees it that looks for a place to make space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub at: Vec2,
    pub radius: f32,
    /// Where it goes before the one that looks.
    pub lane: Option<Lane>,
    /// Whether it can be asked to make space in turn.
    pub movable: bool,
}

/// A lane is wider than its body by this much at each side, metres.
pub(super) const MARGIN_M: f32 = 0.05;
/// A body makes space within this distance of its own place, metres.
pub(super) const FARTHEST_M: f32 = 1.0;
/// Bodies whose directions are the same to this cosine do not ask each other.
const SAME: f32 = 0.5;
const DIRECTIONS: usize = 16;
/// How far it goes, metres.
const DISTANCES: [f32; 2] = [0.4, FARTHEST_M];
/// What a metre costs: within a lane; of overlap with a body that goes before, that cannot be asked, and that can be;
/// away from where it goes itself; off the direction taken before.
const IN_LANE: f32 = 4.0;
const ON_FIRST: f32 = 6.0;
const ON_FIXED: f32 = 8.0;
const ON_OTHER: f32 = 1.0;
const OFF_GOAL: f32 = 0.3;
const OFF_ASIDE: f32 = 0.1;
/// What it costs to take a direction that was of no use, in units of the last.
pub(super) const SHUNNED: f32 = 20.0;
/// Bodies that would overlap by less than this pass, metres.
const TOUCH_M: f32 = 0.01;
/// What it costs to be held up by one that does not give space.
const CLOSED: f32 = 1.0;

impl Lane {
    /// The share of the lane at which it is nearest to a place.
    fn along(&self, at: Vec2) -> f32 {
        share_along(self.from, self.to, at)
    }

    /// How far a place is from its middle line, metres.
    pub(super) fn distance(&self, at: Vec2) -> f32 {
        segment_to(self.from, self.to, at)
    }

    /// How deep a body is in the lane, metres: less the farther along it is.
    fn depth(&self, at: Vec2, radius: f32) -> f32 {
        let along = self.along(at);
        let nearest = self.from + (self.to - self.from) * along;
        let deep = self.radius + radius + MARGIN_M - nearest.distance(at);
        deep.max(0.0) * (1.5 - along)
    }

    /// Whether a body is in it, ahead of the one whose lane it is.
    pub(super) fn holds(&self, at: Vec2, radius: f32) -> bool {
        (at - self.from).dot(self.to - self.from) > 0.0 && self.depth(at, radius) > 0.0
    }
}

impl Spot {
    /// Whether it asks a body that is `here` and goes `ahead` (zero: nowhere) to make space.
    pub(super) fn asks(&self, here: Vec2, radius: f32, ahead: Vec2) -> bool {
        self.lane
            .is_some_and(|lane| lane.holds(here, radius) && (lane.to - lane.from).normalize_or_zero().dot(ahead) < SAME)
    }

    /// What it costs a body that goes straight from one place to another.
    fn cost(&self, from: Vec2, to: Vec2, radius: f32) -> f32 {
        let over = (self.radius + radius - segment_to(from, to, self.at)).max(0.0);
        match self.lane {
            Some(lane) => over * ON_FIRST + closed(over) + lane.depth(to, radius) * IN_LANE,
            None if self.movable => over * ON_OTHER,
            None => over * ON_FIXED + closed(over),
        }
    }
}

/// What it costs that a body does not get past another at all.
fn closed(over_m: f32) -> f32 {
    if over_m > TOUCH_M { CLOSED } else { 0.0 }
}

/// The share of a straight line at which it is nearest to a place.
fn share_along(from: Vec2, to: Vec2, at: Vec2) -> f32 {
    let length = from.distance_squared(to);
    if length > 0.0 { ((at - from).dot(to - from) / length).clamp(0.0, 1.0) } else { 0.0 }
}

/// How near a straight line comes to a place, metres.
fn segment_to(from: Vec2, to: Vec2, at: Vec2) -> f32 {
    from.lerp(to, share_along(from, to, at)).distance(at)
}

/// Where a body goes to make space: to the place nearby that costs least.
pub(super) fn aside<W: Walls>(
    spots: &[Spot],
    walls: &W,
    (slot, here, radius): (usize, Vec2, f32),
    goal: Vec2,
    before: Vec2,
) -> Vec2 {
    let cost = |to: Vec2| {
        let step = to - here;
        // The direction taken before costs less, one that was of no use more.
        let turned = step.length() * before.length().min(1.0) - step.dot(before);
        spots.iter().map(|s| s.cost(here, to, radius)).sum::<f32>() + to.distance(goal) * OFF_GOAL + turned * OFF_ASIDE
    };
    let toward = (goal - here).normalize_or_zero();
    let turns = (0..DIRECTIONS).map(|i| Vec2::from_angle(i as f32 * std::f32::consts::TAU / DIRECTIONS as f32));
    let (mut best, mut least) = (here, cost(here));
    for direction in [toward].into_iter().chain(turns) {
        for distance in DISTANCES {
            let to = here + direction * distance;
            let cost = cost(to);
            if cost < least && walls.clear(slot, to) {
                (best, least) = (to, cost);
            }
        }
    }
    best
}
