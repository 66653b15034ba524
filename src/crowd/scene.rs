//! What bodies want, and what they see of each other in a step.

use super::CrowdParams;
use super::solve::HalfPlane;
use crate::body::{Bodies, NeighbourIndex};
use crate::geom::Vec2;

/// The directions that a body can take that cannot turn on the spot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// A unit vector.
    pub direction: Vec2,
    /// How far from that to each side, radians, a quarter of a circle at most.
    pub most_rad: f32,
}

impl Cone {
    /// The half-planes that all of these velocities lie in.
    pub(super) fn planes(&self) -> [HalfPlane; 2] {
        [1.0, -1.0].map(|side| {
            let border = Vec2::from_angle(side * self.most_rad).rotate(self.direction);
            HalfPlane { normal: border.perp() * side, limit: 0.0 }
        })
    }
}

/// How the body in a slot wants to move in this step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Metres a second.
    pub velocity: Vec2,
    /// The most it may go at, metres a second.
    pub top_m_s: f32,
    /// Its weight when the two of a pair share what avoiding takes: 1 is usual, and 0 leaves all of it to the other: such a body
    /// does not avoid what it would meet later on.
    pub yields: f32,
    /// It goes to the bodies that are here, and does not avoid them. Metres.
    pub to: Vec2,
    /// It is under way.
    pub goes: bool,
    /// At rest, it makes space for one that cannot pass.
    pub steps_aside: bool,
    /// The directions that it can take; `None`: all of them.
    pub cone: Option<Cone>,
    /// Its rank where bodies hold each other up, 1 the first; 0: none.
    pub rank: u32,
    /// When its velocity is decided, and for how long.
    pub decision: Decision,
}

/// For how long a body keeps a velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// It decided in an earlier step, and keeps to that in this one.
    pub is_kept: bool,
    /// Steps after this one for which it keeps its velocity; [`Decision::MOST`] at most.
    pub more: u8,
}

impl Decision {
    /// The most steps after one that a body keeps its velocity for.
    pub const MOST: u8 = 3;

    /// How many steps that makes with this one.
    pub fn steps(self) -> u8 {
        self.more + 1
    }

    /// How long they take where one takes `step_s` seconds.
    pub fn seconds(self, step_s: f32) -> f32 {
        f32::from(self.steps()) * step_s
    }
}

/// What all bodies see when they avoid each other.
#[derive(Clone, Copy)]
pub struct Scene<'a, W> {
    /// As they were when the step began.
    pub bodies: &'a Bodies,
    /// Over the same bodies.
    pub near: &'a NeighbourIndex,
    /// By slot.
    pub wanted: &'a [Wanted],
    /// What does not move.
    pub walls: &'a W,
    /// Distances and horizons.
    pub params: &'a CrowdParams,
    /// Length of a step, seconds.
    pub step_s: f32,
}

impl Wanted {
    /// Whether it avoids what it would meet later on.
    pub(super) fn avoids(&self) -> bool {
        self.yields > 0.0
    }

    /// Whether the body keeps its place whatever comes, unless it overlaps another.
    pub(super) fn stays(&self) -> bool {
        self.velocity == Vec2::ZERO && !self.avoids()
    }
}
