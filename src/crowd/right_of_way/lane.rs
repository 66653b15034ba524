//! The ground that a body is about to take, and where another one leaves it.

use crate::crowd::Walls;
use crate::geom::{Aabb, Vec2};

/// The ground that a body is about to take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Lane {
    pub from: Vec2,
    /// From there to its end, metres, and one over the square of that.
    length: Vec2,
    per_m2: f32,
    radius: f32,
}

/// A body nearby, as one sees it that looks for a place to make space.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// From that one's centre, metres.
    off: Vec2,
    touch_m: f32,
    /// What a metre of overlap costs, and any overlap.
    by_metre: f32,
    closed: f32,
}

/// What a body sees that looks for a place to make space.
#[derive(Clone, Debug, Default)]
pub(super) struct Surroundings {
    here: Vec2,
    radius: f32,
    spots: Vec<Spot>,
    /// Of those that go before.
    lanes: Vec<Lane>,
}

/// What a body is to one that looks for a place to make space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Other {
    /// It goes before, in a lane.
    First(Lane),
    /// It can be asked to make space in turn.
    Movable,
    /// It cannot.
    Fixed,
}

/// A lane is wider than its body by this much at each side, metres.
pub(super) const MARGIN_M: f32 = 0.05;
/// A body makes space within this distance of its own place, metres.
pub(super) const FARTHEST_M: f32 = 1.0;
/// Bodies whose directions are the same to this cosine do not ask each other.
const SAME: f32 = 0.5;
const DIRECTIONS: usize = 16;
/// From one of them to the next.
const TURN: Vec2 = Vec2::new(0.923_879_5, 0.382_683_43);
/// How much a metre at the beginning of a lane counts; one at its end counts one less.
const FIRST: f32 = 1.5;
/// How far it goes, metres.
const DISTANCES: [f32; 2] = [0.4, FARTHEST_M];
/// What a metre costs: within a lane; of overlap with a body that goes before, that cannot be asked, and that can be;
/// away from where it goes itself; off the direction taken before.
const IN_LANE: f32 = 4.0;
const ON_FIRST: f32 = 6.0;
const ON_FIXED: f32 = 8.0;
const ON_OTHER: f32 = 1.0;
const OFF_GOAL: f32 = 0.6;
const OFF_ASIDE: f32 = 0.1;
/// What it costs to take a direction that was of no use, in units of the last.
pub(super) const SHUNNED: f32 = 20.0;
/// Bodies that would overlap by less than this pass, metres.
const TOUCH_M: f32 = 0.01;
/// What it costs to be held up by one that does not give space.
const CLOSED: f32 = 1.0;

impl Lane {
    pub(super) fn new(from: Vec2, to: Vec2, radius: f32) -> Self {
        let length = to - from;
        let squared = length.length_squared();
        Self { from, length, per_m2: if squared > 0.0 { 1.0 / squared } else { 0.0 }, radius }
    }

    /// All of the ground that holds the centre of a body in it whose radius is `widest_m` at most.
    pub(super) fn area(&self, widest_m: f32) -> Aabb {
        Aabb::new(self.from, self.from + self.length).grown(self.radius + widest_m + MARGIN_M)
    }

    /// How deep a body is in the lane, metres: less the farther along it is.
    #[inline]
    fn depth(&self, at: Vec2, radius: f32) -> f32 {
        let off = at - self.from;
        let share = (off.dot(self.length) * self.per_m2).clamp(0.0, 1.0);
        let (wide, squared) = (self.radius + radius + MARGIN_M, (off - self.length * share).length_squared());
        if squared < wide * wide { (wide - squared.sqrt()) * (FIRST - share) } else { 0.0 }
    }

    /// What it costs a body to be in it: more where it holds up the one whose lane it is, however little it would have to move.
    #[inline]
    fn cost(&self, at: Vec2, radius: f32) -> f32 {
        let depth = self.depth(at, radius);
        depth * IN_LANE + if depth > MARGIN_M * FIRST { CLOSED } else { 0.0 }
    }

    /// Whether a body is in it, ahead of the one whose lane it is.
    pub(super) fn holds(&self, at: Vec2, radius: f32) -> bool {
        (at - self.from).dot(self.length) > 0.0 && self.depth(at, radius) > 0.0
    }

    /// Whether a body that is `here` and goes `ahead` (zero: nowhere) is in the path of the one whose lane it is.
    fn asks(&self, here: Vec2, radius: f32, ahead: Vec2) -> bool {
        self.holds(here, radius) && self.length.normalize_or_zero().dot(ahead) < SAME
    }
}

impl Spot {
    /// What it costs to go straight past it in a direction, so far.
    #[inline]
    fn cost(&self, direction: Vec2, metres: f32) -> f32 {
        let along = self.off.dot(direction).clamp(0.0, metres);
        let squared = (self.off - direction * along).length_squared();
        if squared >= self.touch_m * self.touch_m {
            return 0.0;
        }
        let over = self.touch_m - squared.sqrt();
        over * self.by_metre + if over > TOUCH_M { self.closed } else { 0.0 }
    }
}

impl Surroundings {
    pub(super) fn begin(&mut self, here: Vec2, radius: f32) {
        (self.here, self.radius) = (here, radius);
        self.spots.clear();
        self.lanes.clear();
    }

    /// Adds a body.
    pub(super) fn add(&mut self, at: Vec2, radius: f32, other: Other) {
        let (off, touch_m) = (at - self.here, self.radius + radius);
        let reach = touch_m + FARTHEST_M;
        if off.length_squared() < reach * reach {
            let (by_metre, closed) = match other {
                Other::First(_) => (ON_FIRST, CLOSED),
                Other::Movable => (ON_OTHER, 0.0),
                Other::Fixed => (ON_FIXED, CLOSED),
            };
            self.spots.push(Spot { off, touch_m, by_metre, closed });
        }
        if let Other::First(lane) = other
            && lane.depth(self.here, self.radius + FARTHEST_M) > 0.0
        {
            self.lanes.push(lane);
        }
    }

    /// Whether the body is in the lane of one that goes before and not `ahead` of it in the same direction (zero: it goes
    /// nowhere).
    pub(super) fn ask(&self, ahead: Vec2) -> bool {
        self.lanes.iter().any(|lane| lane.asks(self.here, self.radius, ahead))
    }

    /// Where the body in a slot goes to make space: to the place nearby that costs least.
    pub(super) fn aside<W: Walls>(&self, walls: &W, slot: usize, goal: Vec2, before: Vec2) -> Vec2 {
        let in_lanes: f32 = self.lanes.iter().map(|lane| lane.cost(self.here, self.radius)).sum();
        let (mut best, mut least) = (self.here, in_lanes + self.here.distance(goal) * OFF_GOAL);
        let toward = (goal - self.here).normalize_or_zero();
        let mut direction = toward;
        for turn in 0..=DIRECTIONS {
            for metres in DISTANCES {
                let to = self.here + direction * metres;
                let cost = self.cost((direction, metres), to, (goal, before), least);
                if cost < least && walls.clear(slot, to) {
                    (best, least) = (to, cost);
                }
            }
            direction = if turn == 0 { Vec2::X } else { TURN.rotate(direction) };
        }
        best
    }

    /// What it costs to go so far in a direction, `to` there; where it is more than `most`, only that.
    fn cost(&self, (direction, metres): (Vec2, f32), to: Vec2, (goal, before): (Vec2, Vec2), most: f32) -> f32 {
        // The direction taken before costs less, one that was of no use more.
        let turned = (before.length().min(1.0) - direction.dot(before)) * metres;
        let mut cost = to.distance(goal) * OFF_GOAL + turned * OFF_ASIDE;
        for spot in &self.spots {
            cost += spot.cost(direction, metres);
            if cost >= most {
                return cost;
            }
        }
        for lane in &self.lanes {
            cost += lane.cost(to, self.radius);
            if cost >= most {
                return cost;
            }
        }
        cost
    }
}
