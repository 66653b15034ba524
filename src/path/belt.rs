//! Paths as belts: straight pieces that touch circles, and the arcs between them.

use crate::geom::{Vec2, rounded_down};
use std::f32::consts::{PI, TAU};

/// Directions that differ by less than this are the same, radians.
pub(super) const SAME: f32 = 1e-4;
/// Round the ends of thin walls paths turn by so much more than half a circle at most, radians.
const OVER_HALF: f32 = 0.2;

/// A circle that a path goes round, or a place that it goes through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pulley {
    pub(super) centre: Vec2,
    /// Metres; above 0 where the path turns clockwise round it, below 0 where it turns counterclockwise, 0 for a place.
    pub(super) radius: f32,
}

/// A straight piece that touches two circles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) from: Vec2,
    pub(super) to: Vec2,
    pub(super) direction: Vec2,
}

/// A belt: circles and places one after the other, and the straight pieces between them. Memory is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Belt {
    pub(super) pulleys: Vec<Pulley>,
    /// From each to the next, where it is known already.
    pieces: Vec<Option<Piece>>,
}

impl Belt {
    /// Writes a belt of circles, each with the piece to the next one where it is known. The same one twice becomes one.
    pub(super) fn write(&mut self, turns: impl Iterator<Item = (Pulley, Option<Piece>)>) {
        self.pulleys.clear();
        self.pieces.clear();
        for (pulley, leaves) in turns {
            if self.pulleys.last() == Some(&pulley) {
                self.pieces.pop();
            } else {
                self.pulleys.push(pulley);
            }
            self.pieces.push(leaves);
        }
    }

    /// Each of its circles but the last, with the straight piece to the next; `None` where there is no such piece.
    pub(super) fn each_piece(&self) -> impl Iterator<Item = (Pulley, Option<Piece>)> {
        let pairs = self.pulleys.windows(2).zip(&self.pieces);
        pairs.map(|(pair, piece)| (pair[0], piece.or_else(|| pair[0].piece_to(&pair[1]))))
    }
}

impl Piece {
    #[inline]
    pub(super) fn length_m(&self) -> f32 {
        self.from.distance(self.to)
    }
}

impl Pulley {
    #[inline]
    pub(super) fn place(centre: Vec2) -> Self {
        Self { centre, radius: 0.0 }
    }

    /// The straight piece from this circle to another, in the directions in which a path goes round them; `None` where one contains the
    /// other or both are the same place.
    #[inline]
    pub(super) fn piece_to(&self, next: &Self) -> Option<Piece> {
        let between = next.centre - self.centre;
        let (square, gain) = (between.length_squared(), next.radius - self.radius);
        let along = square - gain * gain;
        if along <= f32::EPSILON {
            return None;
        }
        let direction = ((between * along.sqrt() - between.perp() * gain) / square).normalize_or_zero();
        let touch = |p: &Self| p.centre - direction.perp() * p.radius;
        Some(Piece { from: touch(self), to: touch(next), direction })
    }

    /// By how much a path turns round this circle that arrives and leaves in two directions, radians, 0 to 2π; `None` where it would
    /// have to turn to the other side.
    #[inline]
    pub(super) fn turn(&self, arrives: Vec2, leaves: Vec2) -> Option<f32> {
        let turn = arrives.angle_to(leaves);
        if self.radius == 0.0 {
            return Some(turn.abs());
        }
        let turn = turn * self.radius.signum();
        match turn {
            _ if turn >= 0.0 => Some(turn),
            _ if turn > -SAME => Some(0.0),
            // The other half would be a turn to the other side.
            _ if turn < -PI + OVER_HALF => Some(turn + TAU),
            _ => None,
        }
    }

    /// Whether a path that arrives and leaves in two directions would have to turn to the other side than it goes round this circle.
    #[inline]
    pub(super) fn is_slack(&self, arrives: Vec2, leaves: Vec2) -> bool {
        let across = arrives.perp_dot(leaves) * self.radius.signum();
        let is_half_a_circle = arrives.dot(leaves) < 0.0 && across > -OVER_HALF.sin();
        self.radius != 0.0 && across <= -SAME && !is_half_a_circle
    }

    /// Calls `each` with the points of an arc round this circle: the corners of a polygon whose sides touch the circle, so that no side is nearer to
    /// its centre.
    #[inline]
    pub(super) fn each_corner(&self, arrives: Vec2, corners: &Corners, mut each: impl FnMut(Vec2)) {
        if self.radius == 0.0 {
            return each(self.centre);
        }
        let half = Vec2::new(corners.half.x, corners.half.y * self.radius.signum());
        let mut spoke = half.rotate(arrives.perp() * (-self.radius / half.x));
        let by = half.rotate(half);
        for _ in 0..corners.count as usize {
            each(self.centre + spoke);
            spoke = by.rotate(spoke);
        }
    }
}

/// The corners of an arc that is written as a polygon outside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    count: f32,
    /// The direction at half the turn of each.
    half: Vec2,
}

impl Corners {
    /// Of an arc that turns by so much, with turns of at most `step` radians: one at least.
    #[inline]
    pub(super) fn of(turn: f32, step: f32) -> Self {
        let count = (-rounded_down(-turn / step)).max(1) as f32;
        Self { count, half: Vec2::from_angle(turn / count / 2.0) }
    }

    /// How far they are from the centre, in radii.
    #[inline]
    pub(super) fn reach(&self) -> f32 {
        1.0 / self.half.x
    }

    /// How long the polygon is, in radii.
    #[inline]
    pub(super) fn length(&self) -> f32 {
        2.0 * self.count * self.half.y / self.half.x
    }
}
