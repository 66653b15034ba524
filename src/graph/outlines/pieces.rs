//! What is closed to a body, as convex pieces grown by its radius.

use super::gaps::{Gaps, REACH};
use crate::geom::{Aabb, Cell, Obb, Vec2};
use crate::grid::CellRect;
use crate::grid::shape::Shape;
use glam::DVec2;
use i_overlay::i_float::int::point::IntPoint;
use std::f32::consts::SQRT_2;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, FRAC_PI_8};

/// By how much less than its radius a body is grown, metres: half of what a body may seem to dip into something before it
/// counts. Bodies as wide as a corridor pass it on a path that has a little width.
const GIVE_M: f64 = 5e-4;
/// The least growth, metres: what only touches leaves nothing between.
const LEAST_GROWTH_M: f64 = 5e-4;
/// Below this growth, metres, a round corner becomes one point instead of two.
const PLAIN_CORNER_M: f64 = 0.01;
/// A body may come nearer than its radius by so much before it touches, metres: what sight allows.
const TOUCH_M: f64 = 1e-4;
/// The points of a fine round corner, at most.
const MOST_POINTS: f64 = 64.0;
/// Units on the longer side of a world, at most.
const MOST_UNITS: f64 = (1 << 28) as f64;

/// Metres as whole numbers: a power of two of units a metre, so that shapes can be joined without any rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Units {
    per_metre: f64,
}

impl Default for Units {
    fn default() -> Self {
        Self::of_side(1.0)
    }
}

impl Units {
    /// As fine as the longer side of a world allows, metres.
    pub(crate) fn of_side(side_m: f32) -> Self {
        Self { per_metre: (MOST_UNITS / f64::from(side_m.max(1.0))).log2().floor().clamp(-20.0, 20.0).exp2() }
    }

    pub(crate) fn dot(self, metres: DVec2) -> IntPoint {
        let at = (metres * self.per_metre).round();
        IntPoint::new(at.x as i32, at.y as i32)
    }

    pub(crate) fn metres(self, dot: IntPoint) -> DVec2 {
        DVec2::new(f64::from(dot.x), f64::from(dot.y)) / self.per_metre
    }
}

/// How much closed areas are grown for a body, metres.
pub(crate) fn growth_m(radius_m: f32) -> f64 {
    (f64::from(radius_m) - GIVE_M).max(LEAST_GROWTH_M)
}

/// Where the centre of a body may be as far as the world's border is concerned: least and greatest coordinates, metres.
pub(crate) fn inside(world_size: Vec2, radius_m: f32) -> (DVec2, DVec2) {
    let by = DVec2::splat((f64::from(radius_m) - GIVE_M).max(0.0));
    (by, world_size.as_dvec2() - by)
}

/// Calls `found` with the convex pieces of what is closed to a body in an area, each a list of corners with the area to the left
/// of each side (y upwards). Those that reach beyond the world are cut off a little outside it.
pub(crate) fn each_piece(shape: &Shape, area: Aabb, mut found: impl FnMut(&[DVec2])) {
    let growth = growth_m(shape.radius_m);
    // Corners reach farther than sides: by √2 where they are one point.
    let near = area.grown(growth as f32 * SQRT_2 + 1e-3);
    let size = shape.world.size();
    let frame = Aabb::new(Vec2::ZERO, size).grown(2.0 * shape.radius_m.max(0.0) + 1.0);
    let mut boxes = Vec::new();
    // What is too far away to be a piece may leave a gap to one that is not.
    let around = area.grown((growth * REACH) as f32 + 1e-3);
    shape.each_volume(around, |footprint| boxes.push(*footprint));
    boxes.retain(|o| o.centre.is_finite() && o.half.is_finite() && o.axis.is_finite());
    let volumes = boxes.len();
    closed_rectangles(shape, CellRect::of_area(around, &shape.world.ground), |cells| {
        let bounds = cells.bounds(shape.world.ground.resolution_m());
        boxes.push(Obb { centre: (bounds.min + bounds.max) / 2.0, half: bounds.size() / 2.0, axis: Vec2::X });
    });
    // A body that fits between cells next to each other never passes their corners more closely: only gaps beside volumes count.
    let is_slim = shape.radius_m <= shape.world.ground.resolution_m() / 2.0;
    let beside = if is_slim { &boxes[..volumes] } else { &boxes[..] };
    let gaps = (!beside.is_empty()).then(|| Gaps::new(beside, size, growth));
    let mut corners = Vec::new();
    for (number, footprint) in (0..).zip(&boxes) {
        if !footprint.bounds().overlaps(near) {
            continue;
        }
        let fine = |corner: DVec2| {
            gaps.as_ref().is_some_and(|gaps| gaps.is_beside(number, corner, !is_slim || number < volumes as u32))
        };
        if grown(footprint, growth, (f64::from(shape.radius_m), fine), frame, &mut corners) {
            found(&corners);
        }
    }
}

/// Writes the corners of a box grown with its round corners cut outside of the circle, within a frame; where a corner is `fine`, so that
/// no point is farther from it than the radius. Whether any area is left.
fn grown(
    footprint: &Obb,
    growth: f64,
    (radius, fine): (f64, impl Fn(DVec2) -> bool),
    frame: Aabb,
    corners: &mut Vec<DVec2>,
) -> bool {
    corners.clear();
    let (centre, half, axis) = (footprint.centre.as_dvec2(), footprint.half.as_dvec2(), footprint.axis.as_dvec2());
    let axis = axis.normalize_or(DVec2::X);
    let half = half.max(DVec2::ZERO);
    // Where the tangent in the middle of a round corner meets those at its ends.
    let cut = if growth < PLAIN_CORNER_M { growth } else { growth * FRAC_PI_8.tan() };
    let (far, near) = (half + growth, half + cut);
    let turned = |p: DVec2| centre + axis * p.x + axis.perp() * p.y;
    for (quarter, (x, y)) in (0..).zip([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]) {
        let corner = half * DVec2::new(x, y);
        if growth >= PLAIN_CORNER_M && fine(turned(corner)) {
            let points = (FRAC_PI_4 / (growth / (radius - TOUCH_M)).acos()).ceil().clamp(2.0, MOST_POINTS);
            let reach = growth / (FRAC_PI_4 / points).cos();
            let angle = |i: i32| FRAC_PI_2 * (f64::from(quarter) + (f64::from(i) + 0.5) / points);
            corners.extend((0..points as i32).map(|i| turned(corner + DVec2::from_angle(angle(i)) * reach)));
            continue;
        }
        let pair = [DVec2::new(far.x * x, near.y * y), DVec2::new(near.x * x, far.y * y)];
        let pair = if x * y > 0.0 { pair } else { [pair[1], pair[0]] };
        let count = if far == near { 1 } else { 2 };
        corners.extend(pair[..count].iter().map(|p| turned(*p)));
    }
    clip(corners, frame);
    corners.len() >= 3
}

/// Cuts off what of a convex polygon lies outside a box (Sutherland & Hodgman 1974).
fn clip(corners: &mut Vec<DVec2>, frame: Aabb) {
    let (low, high) = (frame.min.as_dvec2(), frame.max.as_dvec2());
    let sides = [(DVec2::X, low.x), (DVec2::NEG_X, -high.x), (DVec2::Y, low.y), (DVec2::NEG_Y, -high.y)];
    for (normal, least) in sides {
        let depth = |p: DVec2| p.dot(normal) - least;
        if corners.iter().all(|p| depth(*p) >= 0.0) {
            continue;
        }
        let before = std::mem::take(corners);
        for (i, to) in before.iter().enumerate() {
            let from = before[(i + before.len() - 1) % before.len()];
            let (a, b) = (depth(from), depth(*to));
            if (a < 0.0) != (b < 0.0) {
                corners.push(from.lerp(*to, a / (a - b)));
            }
            if b >= 0.0 {
                corners.push(*to);
            }
        }
    }
}

/// Calls `found` with rectangles that cover the closed cells of an area: runs of rows, joined with equal ones above.
fn closed_rectangles(shape: &Shape, area: CellRect, found: impl FnMut(CellRect)) {
    let ground = &shape.world.ground;
    let words = area.origin.x as usize / 64..(area.end().x as usize).div_ceil(64);
    let mut row: Vec<u64> = Vec::new();
    let runs = |y: i32, runs: &mut Vec<CellRect>| {
        ground.open_words(shape.moves, y as usize, words.clone(), &mut row);
        let is_closed = |x: i32| row[x as usize / 64 - words.start] >> (x as u32 % 64) & 1 == 0;
        runs_of(area, y, is_closed, runs);
    };
    rectangles(area, runs, found);
}

/// Appends the runs of cells of a row for which something holds.
fn runs_of(area: CellRect, y: i32, holds: impl Fn(i32) -> bool, runs: &mut Vec<CellRect>) {
    let mut x = area.origin.x;
    while x < area.end().x {
        let first = x;
        while x < area.end().x && holds(x) {
            x += 1;
        }
        if x > first {
            runs.push(CellRect { origin: Cell::new(first, y), width: (x - first) as u32, height: 1 });
        }
        x += 1;
    }
}

/// Calls `found` with rectangles made of the runs of each row of an area, joined with equal ones above; `runs_in` appends those of a row.
pub(crate) fn rectangles(
    area: CellRect,
    mut runs_in: impl FnMut(i32, &mut Vec<CellRect>),
    mut found: impl FnMut(CellRect),
) {
    let (mut open, mut runs): (Vec<CellRect>, Vec<CellRect>) = (Vec::new(), Vec::new());
    for y in area.origin.y..area.end().y {
        runs_in(y, &mut runs);
        let mut above = std::mem::take(&mut open).into_iter().peekable();
        for mut run in runs.drain(..) {
            while let Some(ended) = above.next_if(|r| r.origin.x < run.origin.x) {
                found(ended);
            }
            if let Some(same) = above.next_if(|r| (r.origin.x, r.width) == (run.origin.x, run.width)) {
                run = CellRect { height: same.height + 1, ..same };
            }
            open.push(run);
        }
        above.for_each(&mut found);
    }
    open.into_iter().for_each(found);
}
