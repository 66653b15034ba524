//! Random planes, and plain oracles for what a body may do on them: no index, no mesh, every pair looked at.

use crate::doubles::{Point, apart, cross, minus, point, point_to_segment};
use crate::drawn;
use crate::random::between;
use bestiary::testing::geom::{Obb, Vec2};
use bestiary::testing::world::{Volume, World};
use bestiary::{Cell, MoveClass};
use proptest::prelude::*;

pub(crate) const HEIGHT_M: f32 = 1.0;

/// A world, the radius of a body in it, and points in it as shares of its size.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub rows: Vec<String>,
    pub boxes: Vec<(Obb, u8)>,
    pub radius_m: f32,
    pub points: Vec<Vec2>,
}

impl Scene {
    pub(crate) fn world(&self) -> World {
        drawn::world(&self.rows, 1.0, self.boxes.iter().map(|(footprint, _)| volume(*footprint)).collect())
    }
}

pub(crate) fn volume(footprint: Obb) -> Volume {
    Volume { footprint, base_m: 0.0, top_m: 2.0, object: 0 }
}

/// Boxes: some on whole metres, so that they touch; some turned; some without any width.
fn boxes(width: f32, height: f32, most: usize) -> impl Strategy<Value = Vec<(Obb, u8)>> {
    let kind = prop_oneof![3 => Just(0_u8), 3 => Just(1), 1 => Just(2)];
    let one =
        (kind, between(0.0, width), between(0.0, height), between(0.1, 4.0), between(0.1, 4.0), between(0.0, 3.2));
    prop::collection::vec(one, 0..most).prop_map(|all| {
        let obb = |(kind, x, y, w, h, turn): (u8, f32, f32, f32, f32, f32)| match kind {
            0 => {
                let half = Vec2::new(w.ceil(), h.ceil()) / 2.0;
                (Obb::new(Vec2::new(x.floor(), y.floor()) + half, half, 0.0), kind)
            }
            1 => (Obb::new(Vec2::new(x, y), Vec2::new(w, h) / 2.0, turn), kind),
            _ => (Obb::new(Vec2::new(x.floor(), y.floor()), Vec2::new(w.ceil(), 0.0), 0.0), kind),
        };
        all.into_iter().map(obb).collect()
    })
}

/// Worlds of 1 to 66 cells a side with closed cells, boxes, and bodies from slim to wider than a cell.
pub(crate) fn scenes(points: usize) -> impl Strategy<Value = Scene> {
    let size = prop_oneof![4 => (1_u32..14, 1_u32..14), 2 => (9_u32..24, 9_u32..24), 1 => (62_u32..=66, 1_u32..8), 1 => (1_u32..8, 62_u32..=66)];
    let radius = prop_oneof![Just(0.5_f32), Just(0.25), Just(0.0), between(0.05, 1.4)];
    (size, radius, prop_oneof![Just(0.0), Just(0.06), Just(0.15), Just(0.3)]).prop_flat_map(
        move |((w, h), radius_m, closed)| {
            let cells = prop::collection::vec(prop::bool::weighted(closed), (w * h) as usize);
            let points = prop::collection::vec((between(0.0, 1.0), between(0.0, 1.0)), points);
            (cells, boxes(w as f32, h as f32, 9), points).prop_map(move |(cells, boxes, points)| Scene {
                rows: cells
                    .chunks(w as usize)
                    .map(|r| r.iter().map(|c| if *c { '#' } else { '.' }).collect())
                    .collect(),
                boxes,
                radius_m,
                points: points.into_iter().map(|(x, y)| Vec2::new(x * w as f32, y * h as f32)).collect(),
            })
        },
    )
}

/// What is closed in a world: boxes, and a box for each closed cell.
fn closed(world: &World) -> Vec<Obb> {
    let ground = &world.ground;
    let cells = (0..ground.height() as i32).flat_map(|y| (0..ground.width() as i32).map(move |x| Cell::new(x, y)));
    let cells = cells.filter(|c| !ground.open(MoveClass::WALK, *c));
    let cells = cells.map(|c| Obb::new(c.centre(1.0), Vec2::splat(0.5), 0.0));
    cells.chain(world.volumes.iter().map(|v| v.footprint)).collect()
}

/// How far a body's disc would dip into something or over the border when its centre goes straight from one point to another.
pub(crate) fn dip(world: &World, radius_m: f32, from: Vec2, to: Vec2) -> f64 {
    let size = world.size();
    let border = [from.x, from.y, to.x, to.y, size.x - from.x, size.x - to.x, size.y - from.y, size.y - to.y];
    let border = border.into_iter().map(f64::from).fold(f64::INFINITY, f64::min);
    let nearest = closed(world).iter().map(|o| distance(o, from, to)).fold(border, f64::min);
    f64::from(radius_m) - nearest
}

fn distance(o: &Obb, from: Vec2, to: Vec2) -> f64 {
    let local = |p: Vec2| {
        let d = minus(point(p), point(o.centre));
        let axis = point(o.axis);
        (d.0 * axis.0 + d.1 * axis.1, cross(axis, d))
    };
    let (a, b, half) = (local(from), local(to), point(o.half));
    let corners = [(-half.0, -half.1), (half.0, -half.1), (half.0, half.1), (-half.0, half.1)];
    if !outside(&corners, a, b, 1e-9) {
        return 0.0;
    }
    (0..4).fold(f64::INFINITY, |least, i| {
        let (c, next) = (corners[i], corners[(i + 1) % 4]);
        least.min(point_to_segment(c, a, b)).min(point_to_segment(a, c, next)).min(point_to_segment(b, c, next))
    })
}

/// Whether a segment stays out of the inside, by so much, of a convex polygon that runs to the left.
fn outside(corners: &[Point], from: Point, to: Point, by: f64) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for i in 0..corners.len() {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        let length = apart(a, b);
        if length == 0.0 {
            continue;
        }
        let depth = |p: Point| cross(minus(b, a), minus(p, a)) / length - by;
        let (d0, d1) = (depth(from), depth(to));
        if d0 <= 0.0 && d1 <= 0.0 {
            return true;
        }
        if d0 <= 0.0 {
            first = first.max(d0 / (d0 - d1));
        } else if d1 <= 0.0 {
            last = last.min(d0 / (d0 - d1));
        }
    }
    first > last
}

/// A visibility graph: shortest paths between closed areas grown as the documentation of outlines says.
pub(crate) struct Visibility {
    size: Point,
    margin: f64,
    grown: Vec<Vec<Point>>,
    corners: Vec<Point>,
    sees: Vec<Vec<usize>>,
}

/// How deep a line may dip into a grown area.
const EPSILON: f64 = 1e-5;

impl Visibility {
    pub(crate) fn of(world: &World, radius_m: f32) -> Self {
        let mut visibility = Self::blind(world, radius_m);
        let count = visibility.corners.len();
        visibility.sees = (0..count)
            .map(|i| (0..count).filter(|j| visibility.clear(visibility.corners[i], visibility.corners[*j])).collect())
            .collect();
        visibility
    }

    /// The grown areas alone: enough to ask what is free.
    pub(crate) fn blind(world: &World, radius_m: f32) -> Self {
        let growth = (f64::from(radius_m) - 5e-4).max(5e-4);
        let all = closed(world);
        let grown: Vec<Vec<Point>> =
            all.iter().map(|o| grown(o, growth, |c| is_tight(world, radius_m, o, c, &all))).collect();
        let mut visibility = Self {
            size: point(world.size()),
            margin: (f64::from(radius_m) - 5e-4).max(0.0),
            corners: grown.iter().flatten().copied().collect(),
            grown,
            sees: Vec::new(),
        };
        let free: Vec<Point> = visibility.corners.iter().copied().filter(|c| visibility.clear(*c, *c)).collect();
        visibility.corners = free;
        visibility
    }

    fn clear(&self, from: Point, to: Point) -> bool {
        self.clear_by(from, to, EPSILON)
    }

    /// Whether a line dips into nothing by more than so much.
    fn clear_by(&self, from: Point, to: Point, by: f64) -> bool {
        let low = self.margin - by;
        let inside = |p: Point| p.0 >= low && p.1 >= low && p.0 <= self.size.0 - low && p.1 <= self.size.1 - low;
        let is_outside = |corners: &Vec<Point>| outside(corners, from, to, by);
        inside(from) && inside(to) && self.grown.iter().all(is_outside)
    }

    /// Whether a point is so little inside something that a mesh may take it as on its border.
    pub(crate) fn is_doubtful(&self, p: Vec2) -> bool {
        !self.is_free(p) && self.clear_by(point(p), point(p), 2e-3)
    }

    pub(crate) fn is_free(&self, p: Vec2) -> bool {
        self.clear(point(p), point(p))
    }

    /// The length of the shortest path: Dijkstra's algorithm, the next corner found by looking at all.
    pub(crate) fn shortest(&self, from: Vec2, to: Vec2) -> Option<f64> {
        let (from, to) = (point(from), point(to));
        if !self.clear(from, from) || !self.clear(to, to) {
            return None;
        }
        if self.clear(from, to) {
            return Some(apart(from, to));
        }
        let start = |c: &Point| if self.clear(from, *c) { apart(from, *c) } else { f64::INFINITY };
        let mut cost: Vec<f64> = self.corners.iter().map(start).collect();
        let mut done = vec![false; cost.len()];
        let mut best = f64::INFINITY;
        loop {
            let left = (0..cost.len()).filter(|i| !done[*i] && cost[*i] < best);
            let Some(here) = left.min_by(|a, b| cost[*a].total_cmp(&cost[*b])) else { break };
            done[here] = true;
            if self.clear(self.corners[here], to) {
                best = best.min(cost[here] + apart(self.corners[here], to));
            }
            for there in &self.sees[here] {
                cost[*there] = cost[*there].min(cost[here] + apart(self.corners[here], self.corners[*there]));
            }
        }
        best.is_finite().then_some(best)
    }
}

/// Whether a corner of a box is beside a gap as wide as a body or less than a tenth wider: to another box, or to the border. Between
/// cells there are none for a body that passes between cells.
fn is_tight(world: &World, radius_m: f32, own: &Obb, corner: Point, all: &[Obb]) -> bool {
    let growth = (f64::from(radius_m) - 5e-4).max(5e-4);
    let is_gap = |width: f64| (2.0 * growth - 2e-3..2.18 * growth).contains(&width);
    let is_cell = |o: &Obb| world.volumes.iter().all(|v| v.footprint != *o);
    let is_slim = radius_m <= 0.5;
    let size = point(world.size());
    let border = corner.0.min(corner.1).min(size.0 - corner.0).min(size.1 - corner.1);
    let point = Vec2::new(corner.0 as f32, corner.1 as f32);
    let counts = |o: &&Obb| **o != *own && !(is_slim && is_cell(o));
    (!(is_slim && is_cell(own)) && is_gap(border))
        || all.iter().filter(counts).any(|o| is_gap(distance(o, point, point)))
}

/// A box grown. Its round corners are cut by the tangent in their middle, or, where that could close a gap, by so many that nothing is
/// farther than the radius.
fn grown(o: &Obb, growth: f64, is_tight: impl Fn(Point) -> bool) -> Vec<Point> {
    let (half, axis, centre) = (point(o.half), point(o.axis), point(o.centre));
    let turned = |(x, y): Point| (centre.0 + axis.0 * x - axis.1 * y, centre.1 + axis.1 * x + axis.0 * y);
    if growth < 0.01 {
        let (x, y) = (half.0 + growth, half.1 + growth);
        return [(x, y), (-x, y), (-x, -y), (x, -y)].map(turned).to_vec();
    }
    let mut all = Vec::new();
    for (quarter, (x, y)) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].into_iter().enumerate() {
        let corner = (half.0 * x, half.1 * y);
        let eighth = std::f64::consts::FRAC_PI_4;
        let fine = (eighth / (growth / (growth + 4e-4)).acos()).ceil().clamp(2.0, 64.0);
        let count = if is_tight(turned(corner)) { fine } else { 2.0 };
        let reach = growth / (eighth / count).cos();
        all.extend((0..count as usize).map(|i| {
            let angle = 2.0 * eighth * (quarter as f64 + (i as f64 + 0.5) / count);
            turned((corner.0 + reach * angle.cos(), corner.1 + reach * angle.sin()))
        }));
    }
    all
}
