//! Paths as belts: straight pieces that touch circles, and the arcs between them.

use crate::geom::Vec2;
use std::f32::consts::{PI, TAU};

/// Directions that differ by less than this are the same, radians.
const SAME: f32 = 1e-4;

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

impl Pulley {
    pub(super) fn place(centre: Vec2) -> Self {
        Self { centre, radius: 0.0 }
    }

    /// The straight piece from this circle to another, in the directions in which a path goes round them; `None` where one contains the
    /// other or both are the same place.
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
    pub(super) fn turn(&self, arrives: Vec2, leaves: Vec2) -> Option<f32> {
        let turn = arrives.angle_to(leaves);
        if self.radius == 0.0 {
            return Some(turn.abs());
        }
        let turn = turn * self.radius.signum();
        match turn {
            _ if turn >= 0.0 => Some(turn),
            _ if turn > -SAME => Some(0.0),
            // Round the ends of thin walls a little more than half a circle; the other half would be a turn to the other side.
            _ if turn < -PI + 0.2 => Some(turn + TAU),
            _ => None,
        }
    }

    /// Appends the points of the arc round this circle, with turns of at most `step` radians at each: the corners of a polygon whose
    /// sides touch the circle, so that no side is nearer to its centre.
    pub(super) fn add_arc(&self, arrives: Vec2, turn: f32, step: f32, out: &mut Vec<Vec2>) {
        if self.radius == 0.0 {
            out.push(self.centre);
            return;
        }
        if turn <= SAME {
            return;
        }
        let count = (turn / step).ceil().max(1.0);
        let each = turn / count * self.radius.signum();
        let reach = self.radius / (each / 2.0).cos();
        let mut spoke = Vec2::from_angle(each / 2.0).rotate(-arrives.perp());
        let by = Vec2::from_angle(each);
        for _ in 0..count as usize {
            out.push(self.centre + spoke * reach);
            spoke = by.rotate(spoke);
        }
    }
}

/// Writes the points of a belt round circles, from where it leaves the first to where it touches the last, with turns of at most `step`
/// radians; `false` where there is no such belt.
pub(super) fn write_points(belt: &[Pulley], step: f32, out: &mut Vec<Vec2>) -> bool {
    out.clear();
    let mut before: Option<Piece> = None;
    for pair in belt.windows(2).filter(|pair| pair[0] != pair[1]) {
        let Some(piece) = pair[0].piece_to(&pair[1]) else { return false };
        match before {
            None => out.push(piece.from),
            Some(before) => {
                let Some(turn) = pair[0].turn(before.direction, piece.direction) else { return false };
                pair[0].add_arc(before.direction, turn, step, out);
            }
        }
        before = Some(piece);
    }
    out.extend(before.map(|piece| piece.to).or(belt.first().map(|only| only.centre)));
    true
}
