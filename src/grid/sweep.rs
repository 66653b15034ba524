//! A body that is moved straight from one place to another: whether it touches anything.

use super::Shape;
use crate::geom::{Aabb, Cell, Vec2, segment_to_box};
use crate::world::{Ground, MoveClass};

/// How deep a body may seem to dip into something before it counts, metres: the rounding of sums.
pub(crate) const SWEEP_SLACK_M: f32 = 1e-3;

impl Shape<'_> {
    /// Whether the body touches neither closed ground nor a volume that matters to it on the straight line between two places.
    pub(crate) fn goes(&self, from: Vec2, to: Vec2) -> bool {
        let radius = (self.radius_m - SWEEP_SLACK_M).max(0.0);
        if segment_meets_ground(&self.world.ground, self.moves, (from, to), radius) {
            return false;
        }
        let swept = Aabb::new(from, to).grown(radius);
        !self.world.any_volume_in(swept, |volume| {
            let b = &volume.footprint;
            let (a, z) = (b.to_local(from), b.to_local(to));
            volume.matters_to(self.height_m, self.moves)
                && segment_to_box(a, z, Aabb { min: -b.half, max: b.half }) < radius
        })
    }
}

/// Whether a disc that is moved along a segment touches closed ground: looks at the cells of every row that it can
/// touch, and measures the closed ones.
pub(crate) fn segment_meets_ground(ground: &Ground, moves: MoveClass, (from, to): (Vec2, Vec2), radius_m: f32) -> bool {
    let res = ground.resolution_m();
    let reach = Vec2::splat(radius_m.max(0.0));
    let (low, high) = (Cell::of(from.min(to) - reach, res), Cell::of(from.max(to) + reach, res));
    for y in low.y..=high.y {
        let (top, bottom) = (y as f32 * res - reach.y, (y + 1) as f32 * res + reach.y);
        let Some((a, b)) = span_between(from, to, top, bottom) else { continue };
        let first = ((a.min(b) - reach.x) / res).floor() as i32;
        let last = ((a.max(b) + reach.x) / res).floor() as i32;
        for x in first..=last {
            let corner = Vec2::new(x as f32, y as f32) * res;
            let square = Aabb { min: corner, max: corner + Vec2::splat(res) };
            if !ground.open(moves, Cell::new(x, y)) && segment_to_box(from, to, square) < radius_m {
                return true;
            }
        }
    }
    false
}

/// Between which columns (metres) a segment runs while it is between two heights.
fn span_between(from: Vec2, to: Vec2, top: f32, bottom: f32) -> Option<(f32, f32)> {
    let dy = to.y - from.y;
    if dy.abs() < f32::EPSILON {
        return (from.y >= top && from.y <= bottom).then_some((from.x, to.x));
    }
    let (a, b) = ((top - from.y) / dy, (bottom - from.y) / dy);
    let (t0, t1) = (a.min(b).max(0.0), a.max(b).min(1.0));
    (t0 <= t1).then(|| (from.lerp(to, t0).x, from.lerp(to, t1).x))
}
