//! The corners that the turns of a pulled path lie beside.

use super::Touches;
use super::belt::Pulley;
use crate::geom::{Aabb, Cell, Obb, Vec2, nearest_on_segment, segment_to_box};

/// Turns of less than this lead round nothing, as a sine.
const STRAIGHT: f32 = 1e-4;
/// Turns of a path over cells are so near to what they lead round, in cells and beyond the body's radius: half the diagonal of one.
const NEAR_CELLS: f32 = 0.72;
/// Paths from cell to cell are at most so many times as long as the shortest in any direction (Nash 2012).
const SEARCHED: f32 = 1.083;
/// So far from its corner something is looked for that is closed, cells …
const MOST_DEEP: f32 = 16.0;
/// … every so many.
const EVERY_CELLS: f32 = 0.5;

/// What a turn of a path lies beside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside {
    /// The corner that it leads round.
    pub(super) corner: Vec2,
    /// To which side it turns there: 1 clockwise, -1 counterclockwise.
    pub(super) side: f32,
    /// What has the corner, and the cell that it is.
    shape: Obb,
    cell: Option<Cell>,
}

impl Beside {
    /// Of what is near a turn from one direction to another, inside it, what the path meets first when it is pulled. It is a guess: nothing is
    /// said of what lies farther away.
    #[inline]
    pub(super) fn of(sight: &impl Touches, at: Vec2, [arrives, leaves]: [Vec2; 2]) -> Option<Self> {
        let (side, outwards) = (arrives.perp_dot(leaves), arrives - leaves);
        if side.abs() < STRAIGHT {
            return None;
        }
        let side = side.signum();
        let (mut most, mut best) = (f32::NEG_INFINITY, None);
        sight.each_near(at, sight.radius_m() + sight.cell_m() * NEAR_CELLS, |shape, cell| {
            let corner = shape.farthest(outwards);
            let out = (corner - at).dot(outwards);
            if out < 0.0 && out > most {
                (most, best) = (out, Some((*shape, cell)));
            }
        });
        let (shape, cell) = best.filter(|(_, cell)| cell.is_none_or(|cell| sight.is_closed(cell)))?;
        Some(Self { corner: shape.farthest(outwards), side, shape, cell })
    }

    /// Whether the path would not lead by the other side of this: it lies on the line between its neighbours, itself or with what is closed between
    /// both; or it is part of a wall, and the path so much longer than this line that a search would have found one.
    pub(super) fn is_on(&self, sight: &impl Touches, before: &Pulley, here: &Pulley, after: &Pulley) -> bool {
        let (from, to) = (before.centre, after.centre);
        // From corners to the same side the line is no farther off than a radius.
        let apart = self.shape.centre.distance_squared(nearest_on_segment(self.shape.centre, from, to));
        let half = self.shape.half.min_element();
        if apart < half * half {
            return true;
        }
        let Some(line) = before.piece_to(after) else { return true };
        let around = from.distance(here.centre) + here.centre.distance(to);
        self.is_met(line.from, line.to, here.radius.abs())
            || around > line.length_m() * SEARCHED && [from, to].into_iter().any(|end| self.goes_on(sight, end))
            || self.is_joined_to(sight, nearest_on_segment(self.shape.centre, line.from, line.to))
    }

    /// Whether what lies next to it towards a place is closed too.
    fn goes_on(&self, sight: &impl Touches, place: Vec2) -> bool {
        let (centre, cell_m) = (self.shape.centre, sight.cell_m());
        self.cell.is_some() && sight.is_closed(Cell::of(centre + (place - centre).clamp_length_max(cell_m), cell_m))
    }

    fn is_met(&self, from: Vec2, to: Vec2, radius_m: f32) -> bool {
        let square = Aabb { min: -self.shape.half, max: self.shape.half };
        segment_to_box(self.shape.to_local(from), self.shape.to_local(to), square) < radius_m
    }

    /// Whether all is closed from here to a place.
    fn is_joined_to(&self, sight: &impl Touches, place: Vec2) -> bool {
        let (from, cell_m) = (self.shape.centre, sight.cell_m());
        let steps = (from.distance(place) / (cell_m * EVERY_CELLS)).min(MOST_DEEP / EVERY_CELLS + 1.0) as u32;
        let by = (place - from).normalize_or_zero() * (cell_m * EVERY_CELLS);
        let is_closed = |i: u32| sight.is_closed(Cell::of(from + by * i as f32, cell_m));
        self.cell.is_some() && steps as f32 <= MOST_DEEP / EVERY_CELLS && (1..=steps).all(is_closed)
    }
}
