//! A body that is moved straight from one place to another: whether it touches anything.

use super::Shape;
use crate::geom::{Aabb, Cell, Obb, Vec2, segment_to_box};
use crate::world::{Ground, MoveClass};

/// How deep a body may seem to dip into something before it counts, metres: the rounding of sums.
const SWEEP_SLACK_M: f32 = 1e-3;

/// How near the middle of a body may come to things: so far, to things that are a little smaller where the body is a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Metres, more than 0.
    pub radius_m: f32,
    inset_m: f32,
}

impl Reach {
    /// That of a body of this radius.
    pub(crate) fn of(radius_m: f32) -> Self {
        let inset_m = (SWEEP_SLACK_M - radius_m).clamp(0.0, SWEEP_SLACK_M);
        Self { radius_m: (radius_m - SWEEP_SLACK_M).max(f32::EPSILON), inset_m }
    }

    /// What of a box counts.
    pub(crate) fn of_box(self, shape: &Obb) -> Obb {
        Obb { half: (shape.half - Vec2::splat(self.inset_m)).max(Vec2::ZERO), ..*shape }
    }

    /// Whether the body touches a box on the line between two places.
    fn meets(self, from: Vec2, to: Vec2, shape: &Obb) -> bool {
        let Obb { half, .. } = self.of_box(shape);
        segment_to_box(shape.to_local(from), shape.to_local(to), Aabb { min: -half, max: half }) < self.radius_m
    }
}

impl Shape<'_> {
    /// Whether the body touches neither closed ground nor a volume that matters to it on the straight line between two places.
    pub(crate) fn goes(&self, from: Vec2, to: Vec2) -> bool {
        let reach = Reach::of(self.radius_m);
        if segment_meets_ground(&self.world.ground, self.moves, (from, to), self.radius_m) {
            return false;
        }
        let swept = Aabb::new(from, to).grown(reach.radius_m);
        !self.world.any_volume_in(swept, |volume| {
            volume.matters_to(self.height_m, self.moves) && reach.meets(from, to, &volume.footprint)
        })
    }
}

/// Whether a disc that is moved along a segment touches closed ground: looks at the cells of every row that it can
/// touch, and measures the closed ones.
pub(crate) fn segment_meets_ground(ground: &Ground, moves: MoveClass, (from, to): (Vec2, Vec2), radius_m: f32) -> bool {
    let (res, reach) = (ground.resolution_m(), Reach::of(radius_m));
    let aside = Vec2::splat(reach.radius_m);
    let (low, high) = (Cell::of(from.min(to) - aside, res), Cell::of(from.max(to) + aside, res));
    for y in low.y..=high.y {
        let (top, bottom) = (y as f32 * res - aside.y, (y + 1) as f32 * res + aside.y);
        let Some((a, b)) = span_between(from, to, top, bottom) else { continue };
        let first = ((a.min(b) - aside.x) / res).floor() as i32;
        let last = ((a.max(b) + aside.x) / res).floor() as i32;
        for x in first..=last {
            let cell = Cell::new(x, y);
            let square = || Obb { centre: cell.centre(res), half: Vec2::splat(res / 2.0), axis: Vec2::X };
            if !ground.open(moves, cell) && reach.meets(from, to, &square()) {
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
