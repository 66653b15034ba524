//! Paths of bodies that cannot turn on the spot: an arc, a straight piece and an arc (Dubins 1957).

use super::belt::{Corners, Pulley, SAME};
use crate::geom::Vec2;
use std::f32::consts::TAU;

/// A turn that lacks this much of a whole one is none: the rounding of sums, radians.
const WHOLE: f32 = 1e-3;

/// Where a body is, and where it is headed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Metres.
    pub at: Vec2,
    /// A unit vector.
    pub direction: Vec2,
}

/// An arc, a straight piece and an arc.
#[derive(Clone, Copy, Debug)]
pub struct Connection {
    ends: [Pose; 2],
    circles: [Pulley; 2],
    /// The direction of the straight piece; that at the end where there is none.
    direction: Vec2,
    /// How much it turns round each circle, radians.
    turns: [f32; 2],
    /// Metres.
    pub length_m: f32,
}

impl Pose {
    /// The circle that the body turns on, to the right where the radius is above 0.
    fn circle(&self, radius: f32) -> Pulley {
        Pulley { centre: self.at + self.direction.perp() * radius, radius }
    }
}

impl Connection {
    /// The connections of two poses by arcs of a radius, metres: those that turn to the same side twice, and those that turn to both where
    /// the poses are far enough from each other.
    pub fn all(from: Pose, to: Pose, radius: f32) -> impl Iterator<Item = Self> {
        let sides = [(1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)];
        sides.into_iter().filter_map(move |(first, last)| Self::new([from, to], [first * radius, last * radius]))
    }

    fn new(ends: [Pose; 2], radii: [f32; 2]) -> Option<Self> {
        let circles = [ends[0].circle(radii[0]), ends[1].circle(radii[1])];
        let is_one = radii[0] == radii[1] && circles[0].centre.distance(circles[1].centre) < WHOLE * radii[0].abs();
        let (direction, straight_m) = match circles[0].piece_to(&circles[1]) {
            _ if is_one => (ends[1].direction, 0.0),
            piece => piece.map(|piece| (piece.direction, piece.from.distance(piece.to)))?,
        };
        let turn = |from: Vec2, to: Vec2, radius: f32| {
            let turn = (from.angle_to(to) * radius.signum()).rem_euclid(TAU);
            if turn > TAU - WHOLE { 0.0 } else { turn }
        };
        let turns = [turn(ends[0].direction, direction, radii[0]), turn(direction, ends[1].direction, radii[1])];
        let length_m = straight_m + turns[0] * radii[0].abs() + turns[1] * radii[1].abs();
        Some(Self { ends, circles, direction, turns, length_m })
    }

    /// Writes its points, both ends included, with turns of at most `step` radians at each.
    pub fn write(&self, step: f32, out: &mut Vec<Vec2>) {
        out.clear();
        out.push(self.ends[0].at);
        let arrives = [self.ends[0].direction, self.direction];
        for ((circle, arrives), turn) in
            self.circles.iter().zip(arrives).zip(self.turns).filter(|(_, turn)| *turn > SAME)
        {
            circle.each_corner(arrives, &Corners::of(turn, step), |corner| out.push(corner));
        }
        out.push(self.ends[1].at);
    }
}
