//! A body that is moved straight from one place to another: whether it touches anything.

use super::{Field, Shape};
use crate::geom::{Aabb, Cell, Obb, Vec2, segment_to_box};
use crate::world::{Ground, MoveClass};
use glam::Vec2Swizzles;

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
        self.goes_over(None, from, to)
    }

    /// The same, found faster by a grid of the same plane and movement class, for a body of any size.
    pub(crate) fn goes_over(&self, field: Option<&Field>, from: Vec2, to: Vec2) -> bool {
        let reach = Reach::of(self.radius_m);
        let closed = ClosedGround { ground: &self.world.ground, moves: self.moves, field };
        if !closed.each_touched((from, to), self.radius_m, |_| false) {
            return false;
        }
        let swept = Aabb::new(from, to).grown(reach.radius_m);
        !self.world.any_volume_in(swept, |volume| {
            volume.matters_to(self.height_m, self.moves) && reach.meets(from, to, &volume.footprint)
        })
    }

    /// Calls `found` with everything that the body touches on the straight line between two places: closed cells and volumes.
    pub(crate) fn each_touched(&self, field: Option<&Field>, [from, to]: [Vec2; 2], mut found: impl FnMut(&Obb)) {
        let (ground, reach) = (&self.world.ground, Reach::of(self.radius_m));
        let res = ground.resolution_m();
        ClosedGround { ground, moves: self.moves, field }.each_touched((from, to), self.radius_m, |cell| {
            found(&Obb { centre: cell.centre(res), half: Vec2::splat(res / 2.0), axis: Vec2::X });
            true
        });
        self.world.volumes_in(Aabb::new(from, to).grown(reach.radius_m), |volume| {
            if volume.matters_to(self.height_m, self.moves) && reach.meets(from, to, &volume.footprint) {
                found(&volume.footprint);
            }
        });
    }
}

/// Whether a disc that is moved along a segment touches closed ground.
pub(crate) fn segment_meets_ground(ground: &Ground, moves: MoveClass, line: (Vec2, Vec2), radius_m: f32) -> bool {
    !ClosedGround { ground, moves, field: None }.each_touched(line, radius_m, |_| false)
}

/// The cells that are closed to a movement class.
struct ClosedGround<'a> {
    ground: &'a Ground,
    moves: MoveClass,
    /// A grid in which all of these are closed, and others may be: so one finds them faster.
    field: Option<&'a Field>,
}

impl ClosedGround<'_> {
    /// Calls `found` with the closed cells that a disc touches which is moved along a segment, until it returns `false`; whether it never did.
    /// Looks along rows where the segment is more level than steep, else along columns: in each of them the cells that the disc touches lie side by
    /// side, for what it covers of one is convex.
    fn each_touched(&self, (from, to): (Vec2, Vec2), radius_m: f32, mut found: impl FnMut(Cell) -> bool) -> bool {
        let (res, Reach { radius_m: reach, inset_m }) = (self.ground.resolution_m(), Reach::of(radius_m));
        let is_steep = (to.y - from.y).abs() > (to.x - from.x).abs();
        let [from, to] = if is_steep { [from.yx(), to.yx()] } else { [from, to] };
        let capsule = Capsule::new(from, to, reach);
        let aside = Vec2::splat(reach);
        let (low, high) = (Cell::of(from.min(to) - aside, res), Cell::of(from.max(to) + aside, res));
        for line in low.y..=high.y {
            let Some((left, right)) = capsule.within(line as f32 * res + inset_m, (line + 1) as f32 * res - inset_m)
            else {
                continue;
            };
            let (mut at, last) = (cell((left + inset_m) / res), cell((right - inset_m) / res));
            while let Some(closed) = self.next_closed(is_steep, line, at, last) {
                if !found(if is_steep { Cell::new(line, closed) } else { Cell::new(closed, line) }) {
                    return false;
                }
                at = closed + 1;
            }
        }
        true
    }

    /// The first closed cell between two of a row, or of a column.
    fn next_closed(&self, is_column: bool, line: i32, mut at: i32, last: i32) -> Option<i32> {
        let is_open =
            |at| self.ground.open(self.moves, if is_column { Cell::new(line, at) } else { Cell::new(at, line) });
        while at <= last {
            if let Some(field) = self.field {
                at = field.next_closed(is_column, line, at, last)?;
            }
            if !is_open(at) {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}

/// Rounded down. (The function for it is a call where processors are not known to have an instruction.)
fn cell(at: f32) -> i32 {
    let whole = at as i32;
    whole - i32::from(whole as f32 > at)
}

/// All places of a disc that is moved along a segment.
struct Capsule {
    ends: [Vec2; 2],
    radius: f32,
    /// From the segment to its long sides; 0 where it is a point.
    aside: Vec2,
    /// Between these heights it is bounded by its long sides alone …
    straight: (f32, f32),
    /// … which are at these x where y is 0, and go aside so much for each metre.
    sides: (f32, f32),
    slope: f32,
}

impl Capsule {
    fn new(from: Vec2, to: Vec2, radius: f32) -> Self {
        let aside = (to - from).normalize_or_zero().perp() * radius;
        let (low, high) = if from.y < to.y { (from, to) } else { (to, from) };
        let (straight, slope) = ((low.y + aside.y.abs(), high.y - aside.y.abs()), (high.x - low.x) / (high.y - low.y));
        let side = |aside: Vec2| low.x + aside.x - (low.y + aside.y) * slope;
        let (a, b) = (side(aside), side(-aside));
        Self { ends: [from, to], radius, aside, straight, sides: (a.min(b), a.max(b)), slope }
    }

    /// Between which x it lies where y is between two values; `None` where it does not come there.
    #[inline]
    fn within(&self, top: f32, bottom: f32) -> Option<(f32, f32)> {
        if top >= self.straight.0 && bottom <= self.straight.1 {
            let (a, b) = (top * self.slope, bottom * self.slope);
            return Some((self.sides.0 + a.min(b), self.sides.1 + a.max(b)));
        }
        self.within_ends(top, bottom)
    }

    /// The same near its ends.
    fn within_ends(&self, top: f32, bottom: f32) -> Option<(f32, f32)> {
        let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
        let mut add = |a: f32, b: f32| (left, right) = (left.min(a), right.max(b));
        for end in self.ends {
            let off = end.y.clamp(top, bottom) - end.y;
            let square = self.radius * self.radius - off * off;
            if square > 0.0 {
                let half = square.sqrt();
                add(end.x - half, end.x + half);
            }
        }
        let [from, to] = self.ends;
        for aside in [self.aside, -self.aside] {
            if let Some((a, b)) = span_between(from + aside, to + aside, top, bottom) {
                add(a.min(b), a.max(b));
            }
        }
        (left <= right).then_some((left, right))
    }
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
