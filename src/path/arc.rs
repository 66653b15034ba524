//! Arcs round circles of a belt, and whether the body can go along them.

use super::Touches;
use super::belt::Pulley;
use crate::geom::{Aabb, Obb, Vec2, segment_to_box};
use std::f32::consts::PI;

/// How deep a body may seem to dip into something before it counts, metres: the rounding of sums.
const SLACK_M: f32 = 5e-4;

/// The arc of a path round a circle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    /// The circle.
    pub(super) pulley: Pulley,
    /// The directions in which the path arrives and leaves.
    pub(super) arrives: Vec2,
    pub(super) leaves: Vec2,
    /// By how much it turns, radians.
    pub(super) turn: f32,
}

impl Arc {
    /// Between two straight pieces with these directions; `None` where a path would have to turn to the other side.
    pub(super) fn between(pulley: Pulley, arrives: Vec2, leaves: Vec2) -> Option<Self> {
        Some(Self { pulley, arrives, leaves, turn: pulley.turn(arrives, leaves)? })
    }

    pub(super) fn length_m(&self) -> f32 {
        self.pulley.radius.abs() * self.turn
    }

    /// Away from the centre, where the arc begins and where it ends.
    fn spokes(&self) -> [Vec2; 2] {
        [self.arrives, self.leaves].map(|direction| direction.perp() * -self.pulley.radius.signum())
    }

    /// How far from its centre its corners are, metres, when it is written with turns of at most `step` radians.
    fn reach_m(&self, step: f32) -> f32 {
        let half = self.turn / (self.turn / step).ceil().max(1.0) / 2.0;
        self.pulley.radius.abs() / half.cos()
    }

    /// Whether this arc lies within another of the same circle that begins or ends like it, both written with turns of at most `step` radians:
    /// the corners of fewer turns may be farther out.
    pub(super) fn is_part_of(&self, other: &Self, step: f32) -> bool {
        self.turn <= other.turn && self.reach_m(step) <= other.reach_m(step)
    }

    /// Whether the body stays clear of everything along this arc, written with turns of at most `step` radians.
    pub(super) fn is_clear(&self, sight: &impl Touches, step: f32) -> bool {
        if self.pulley.radius == 0.0 {
            return true;
        }
        let (reach, body) = (self.reach_m(step), sight.radius_m() - SLACK_M);
        let mut is_clear = true;
        sight.each_near(self.pulley.centre, reach + sight.radius_m(), |near| {
            is_clear = is_clear
                && (near.distance(self.pulley.centre) >= reach + body
                    || self.leads_round(near, body)
                    || self.keeps_from(near, step, body));
        });
        is_clear
    }

    /// Whether a box lies within the turn, so that each side of the arc keeps so far from it: a line along that side lies between them.
    pub(super) fn leads_round(&self, shape: &Obb, body: f32) -> bool {
        let most = self.pulley.radius.abs() - body;
        let [first, last] = self.spokes();
        let side = self.pulley.radius.signum();
        self.turn < PI
            && shape.corners().iter().all(|corner| {
                let off = *corner - self.pulley.centre;
                let is_between = side * first.perp_dot(off) > 0.0 && side * off.perp_dot(last) > 0.0;
                off.dot(first) <= most && off.dot(last) <= most && (!is_between || off.length_squared() <= most * most)
            })
    }

    /// The same for any box, side by side.
    fn keeps_from(&self, shape: &Obb, step: f32, body: f32) -> bool {
        let [first, last] = self.spokes().map(|spoke| self.pulley.centre + spoke * self.pulley.radius.abs());
        let square = Aabb { min: -shape.half, max: shape.half };
        let mut before = shape.to_local(first);
        let mut keeps = |to: Vec2| {
            let to = shape.to_local(to);
            let apart = segment_to_box(before, to, square);
            before = to;
            apart >= body
        };
        let mut all = true;
        self.pulley.each_corner(self.arrives, self.turn, step, |corner| all = all && keeps(corner));
        all && keeps(last)
    }
}
