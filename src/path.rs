//! What happens to a found path: sight tests and string pulling.

use crate::geom::{Aabb, Cell, Vec2, segment_to_box};
use crate::grid::{CostLayer, Point, Window, cells_on};
use crate::search::farthest_seen;
use crate::world::{Ground, MoveClass, World};

/// Drops every point between two that see each other (*waypoint smoothing*; Dahlberg & Viktorsson 2002, ch. 4.4.2) and
/// writes the rest to `out`, without the first: that is the body's position. Points next to each other are taken to
/// be joined.
pub fn pull(points: &[Vec2], sight: &impl Sees, out: &mut Vec<Vec2>) {
    out.clear();
    let mut anchor = 0;
    while anchor + 1 < points.len() {
        anchor = farthest_seen(anchor, points.len() - 1, |i| sight.replaces(&points[anchor..=i]));
        out.push(points[anchor]);
    }
}

/// How deep a body may seem to dip into something before it counts, metres: the rounding of sums.
const SLACK_M: f32 = 1e-3;

/// Sight tests on a window. Volumes were grown when the window was drawn, so a thin line shows whether they block
/// it; ground never is, so there the whole width of the body is moved along the line.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// Shows volumes, grown for the body.
    pub window: &'a Window,
    /// Shows closed ground as it is.
    pub ground: &'a Ground,
}

/// Tests whether a body can go straight from one place to another.
pub trait Sees {
    /// Whether nothing lies between two places, metres.
    fn clear(&self, from: Vec2, to: Vec2) -> bool;

    /// Whether the straight line from the first to the last of these points (one at least) can be gone instead.
    fn replaces(&self, points: &[Vec2]) -> bool {
        self.clear(points[0], points[points.len() - 1])
    }
}

impl Sees for Sight<'_> {
    /// `false` when either place is outside the window.
    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        let (radius, res) = (self.window.clearance.radius_m - SLACK_M, f64::from(self.window.resolution_m));
        let point = |p: Vec2| Point { x: f64::from(p.x) / res, y: f64::from(p.y) / res };
        let ends = [from, to].map(|p| Cell::of(p, self.window.resolution_m));
        ends.iter().all(|c| self.window.area.contains(*c))
            && cells_on(point(from), point(to), |x, y| self.window.open(Cell::new(x, y)))
            && (self.window.ground_open
                || !segment_meets_ground(self.ground, self.window.clearance.moves, (from, to), radius))
    }
}

/// Whether a disc that is moved along a segment touches closed ground: looks at the cells of every row that it can
/// touch, and measures the closed ones.
fn segment_meets_ground(ground: &Ground, moves: MoveClass, (from, to): (Vec2, Vec2), radius_m: f32) -> bool {
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

/// Sight tests against the world itself: the whole body is moved along the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodySight<'a> {
    pub world: &'a World,
    pub radius_m: f32,
    pub height_m: f32,
    pub moves: MoveClass,
    /// What the ground costs; `None`: the same everywhere.
    pub costs: Option<&'a CostLayer>,
}

/// A line may cost so many times what it replaces: the rounding of sums, and of its halves of cells.
const LINE_MAY_COST: f32 = 1.01;

impl Sees for BodySight<'_> {
    fn replaces(&self, points: &[Vec2]) -> bool {
        let (from, to) = (points[0], points[points.len() - 1]);
        let cheaper = |costs: &CostLayer| {
            let before: f32 = points.windows(2).map(|pair| costs.along(pair[0], pair[1])).sum();
            costs.along(from, to) <= before * LINE_MAY_COST
        };
        self.clear(from, to) && (points.len() < 3 || self.costs.is_none_or(cheaper))
    }

    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        let radius = (self.radius_m - SLACK_M).max(0.0);
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
