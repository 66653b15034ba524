//! Arcs round circles of a belt, and whether the body can go along them.

use super::Touches;
use super::belt::{Belt, Corners, Piece, Pulley};
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
    /// The corners that it is written with.
    corners: Corners,
}

impl Arc {
    /// Between two straight pieces with these directions, written with turns of at most `step` radians; `None` where a path would have to turn to the
    /// other side.
    #[inline]
    pub(super) fn between(pulley: Pulley, arrives: Vec2, leaves: Vec2, step: f32) -> Option<Self> {
        Some(Self::that_turns(pulley.turn(arrives, leaves)?, pulley, arrives, leaves, step))
    }

    /// The same, where it is known by how much it turns, radians.
    #[inline]
    pub(super) fn that_turns(turn: f32, pulley: Pulley, arrives: Vec2, leaves: Vec2, step: f32) -> Self {
        Self { pulley, arrives, leaves, turn, corners: Corners::of(turn, step) }
    }

    /// Away from the centre, where the arc begins and where it ends.
    #[inline]
    fn spokes(&self) -> [Vec2; 2] {
        [self.arrives, self.leaves].map(|direction| direction.perp() * -self.pulley.radius.signum())
    }

    /// How far from its centre its corners are, metres.
    #[inline]
    fn reach_m(&self) -> f32 {
        self.pulley.radius.abs() * self.corners.reach()
    }

    /// Whether the body stays clear of everything along this arc as it is written.
    pub(super) fn is_clear(&self, sight: &impl Touches) -> bool {
        if self.pulley.radius == 0.0 {
            return true;
        }
        let (reach, body) = (self.reach_m(), sight.radius_m() - SLACK_M);
        let mut is_clear = true;
        sight.each_near(self.pulley.centre, reach + sight.radius_m(), |near, cell| {
            is_clear = is_clear
                && (near.distance(self.pulley.centre) >= reach + body
                    || self.leads_round(near, body)
                    || self.keeps_from(near, body)
                    || cell.is_some_and(|cell| !sight.is_closed(cell)));
        });
        is_clear
    }

    /// Whether a box lies within the turn, so that each side of the arc keeps so far from it: a line along that side lies between them.
    #[inline]
    pub(super) fn leads_round(&self, shape: &Obb, body: f32) -> bool {
        let most = self.pulley.radius.abs() - body;
        let [first, last] = self.spokes();
        let (u, v) = (shape.axis * shape.half.x, shape.axis.perp() * shape.half.y);
        let off = shape.centre - self.pulley.centre;
        let is_beyond = |spoke: Vec2| off.dot(spoke) + u.dot(spoke).abs() + v.dot(spoke).abs() > most;
        if self.turn >= PI || is_beyond(first) || is_beyond(last) {
            return false;
        }
        let side = self.pulley.radius.signum();
        [off - u - v, off + u - v, off + u + v, off - u + v].iter().all(|off| {
            let is_between = side * first.perp_dot(*off) > 0.0 && side * off.perp_dot(last) > 0.0;
            !is_between || off.length_squared() <= most * most
        })
    }

    /// The same for any box, side by side.
    fn keeps_from(&self, shape: &Obb, body: f32) -> bool {
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
        self.pulley.each_corner(self.arrives, &self.corners, |corner| all = all && keeps(corner));
        all && keeps(last)
    }
}

/// Where a belt turns: the pieces before and after an arc, and the arc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    pub(super) pieces: [Piece; 2],
    pub(super) arc: Arc,
}

impl Bend {
    /// Of a belt that comes to a circle, and leaves it, in straight pieces, with an arc written with turns of at most `step` radians; `None` where there
    /// is no such belt.
    #[inline]
    fn between(pulley: Pulley, arrives: Piece, leaves: Piece, step: f32) -> Option<Self> {
        let arc = Arc::between(pulley, arrives.direction, leaves.direction, step)?;
        Some(Self { pieces: [arrives, leaves], arc })
    }
}

/// Writes where a belt turns, with turns of at most `step` radians. Returns its length, metres; `None` where there is no such belt, or where a bend is
/// none that is wanted.
pub(super) fn bends(belt: &Belt, step: f32, out: &mut Vec<Bend>, wanted: impl Fn(&Bend) -> bool) -> Option<f32> {
    out.clear();
    let (mut length, mut before): (f32, Option<Piece>) = (0.0, None);
    for (pulley, piece) in belt.each_piece() {
        let piece = piece?;
        if let Some(before) = before {
            let bend = Bend::between(pulley, before, piece, step).filter(&wanted)?;
            length += pulley.radius.abs() * bend.arc.corners.length();
            out.push(bend);
        }
        length += piece.length_m();
        before = Some(piece);
    }
    Some(length)
}

/// Writes the points of a belt from place to place that turns so.
pub(super) fn write_points(belt: &[Pulley], bends: &[Bend], out: &mut Vec<Vec2>) {
    out.clear();
    out.extend(belt.first().map(|first| first.centre));
    for Bend { arc, .. } in bends {
        arc.pulley.each_corner(arc.arrives, &arc.corners, |corner| out.push(corner));
    }
    out.extend(belt.get(1..).and_then(<[Pulley]>::last).map(|last| last.centre));
}
