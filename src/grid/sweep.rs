//! A body that is moved straight from one place to another: whether it touches anything.

mod capsule;

use super::{Field, Shape};
use crate::geom::{Aabb, Cell, Obb, Vec2, segment_to_box};
use crate::world::{Ground, MoveClass};
use capsule::Capsule;
use glam::Vec2Swizzles;
use std::ops::RangeInclusive;

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
        if closed.is_touched((from, to), self.radius_m) {
            return false;
        }
        let swept = Aabb::new(from, to).grown(reach.radius_m);
        !self.world.any_volume_in(swept, |volume| {
            volume.matters_to(self.height_m, self.moves) && reach.meets(from, to, &volume.footprint)
        })
    }

    /// Calls `found` with what the body touches on the straight line between two places: volumes, and of the closed cells of each row (or column)
    /// those from either end up to the first for which it returns `true`.
    pub(crate) fn each_touched(
        &self,
        field: Option<&Field>,
        [from, to]: [Vec2; 2],
        mut found: impl FnMut(&Obb) -> bool,
    ) {
        let (ground, reach) = (&self.world.ground, Reach::of(self.radius_m));
        let res = ground.resolution_m();
        let mut cell =
            |cell: Cell| found(&Obb { centre: cell.centre(res), half: Vec2::splat(res / 2.0), axis: Vec2::X });
        let closed = ClosedGround { ground, moves: self.moves, field };
        closed.each_line((from, to), self.radius_m, |line| {
            if closed.are_open(&line) {
                return true;
            }
            let Some(first) = closed.until(&line, &mut cell) else { return true };
            let rest = Line { at: first + 1, ..line };
            closed.back_until(&rest, &mut cell);
            true
        });
        self.world.volumes_in(Aabb::new(from, to).grown(reach.radius_m), |volume| {
            if volume.matters_to(self.height_m, self.moves) && reach.meets(from, to, &volume.footprint) {
                found(&volume.footprint);
            }
        });
    }

    /// Calls `found` with the closed cells and volumes that may be nearer to a place than so far, metres; with some that are a little farther, too.
    pub(crate) fn each_near(&self, field: Option<&Field>, at: Vec2, reach_m: f32, mut found: impl FnMut(&Obb)) {
        let ground = &self.world.ground;
        let res = ground.resolution_m();
        let closed = ClosedGround { ground, moves: self.moves, field };
        let [low, high] = [at - Vec2::splat(reach_m), at + Vec2::splat(reach_m)].map(|corner| Cell::of(corner, res));
        for line in low.y..=high.y {
            closed.each(&Line { is_column: false, line, at: low.x, last: high.x }, |cell| {
                found(&Obb { centre: cell.centre(res), half: Vec2::splat(res / 2.0), axis: Vec2::X });
                true
            });
        }
        self.world.volumes_in(Aabb::around(at, reach_m), |volume| {
            if volume.matters_to(self.height_m, self.moves) {
                found(&volume.footprint);
            }
        });
    }
}

/// Whether a disc that is moved along a segment touches closed ground.
pub(crate) fn segment_meets_ground(ground: &Ground, moves: MoveClass, line: (Vec2, Vec2), radius_m: f32) -> bool {
    ClosedGround { ground, moves, field: None }.is_touched(line, radius_m)
}

/// The cells that are closed to a movement class.
struct ClosedGround<'a> {
    ground: &'a Ground,
    moves: MoveClass,
    /// A grid in which all of these are closed, and others may be: so one finds them faster.
    field: Option<&'a Field>,
}

/// Cells of a row, or of a column: from `at` to `last`.
#[derive(Clone, Copy)]
struct Line {
    is_column: bool,
    line: i32,
    at: i32,
    last: i32,
}

impl Line {
    fn cell(&self, at: i32) -> Cell {
        if self.is_column { Cell::new(self.line, at) } else { Cell::new(at, self.line) }
    }
}

/// The rows that a disc touches which is moved along a segment; columns where the segment is more steep than level. In each of them the
/// cells that it touches lie side by side, for what it covers of one is convex.
struct Sweep {
    capsule: Capsule,
    is_column: bool,
    /// Metres a cell, and cells a metre.
    scale: (f32, f32),
    inset_m: f32,
}

impl Sweep {
    /// With the numbers of the rows.
    #[inline]
    fn new(res: f32, (from, to): (Vec2, Vec2), radius_m: f32) -> (Self, RangeInclusive<i32>) {
        let Reach { radius_m: reach, inset_m } = Reach::of(radius_m);
        let is_column = (to.y - from.y).abs() > (to.x - from.x).abs();
        let [from, to] = if is_column { [from.yx(), to.yx()] } else { [from, to] };
        let capsule = Capsule::new(from, to, reach);
        let scale = (res, 1.0 / res);
        let lines = cell((from.y.min(to.y) - reach) * scale.1)..=cell((from.y.max(to.y) + reach) * scale.1);
        (Self { capsule, is_column, scale, inset_m }, lines)
    }

    /// The cells that it touches of a row.
    #[inline]
    fn line(&self, line: i32) -> Option<Line> {
        let (res, inset_m) = (self.scale.0, self.inset_m);
        let (left, right) = self.capsule.within(line as f32 * res + inset_m, (line + 1) as f32 * res - inset_m)?;
        let at = |x: f32| cell(x * self.scale.1);
        Some(Line { is_column: self.is_column, line, at: at(left + inset_m), last: at(right - inset_m) })
    }
}

impl ClosedGround<'_> {
    /// Calls `each` with the rows that a disc touches which is moved along a segment, until it returns `false`; whether it never did.
    #[inline]
    fn each_line(&self, segment: (Vec2, Vec2), radius_m: f32, mut each: impl FnMut(Line) -> bool) -> bool {
        let (sweep, lines) = Sweep::new(self.ground.resolution_m(), segment, radius_m);
        for line in lines {
            if let Some(line) = sweep.line(line)
                && !each(line)
            {
                return false;
            }
        }
        true
    }

    /// Whether a disc that is moved along a segment touches a closed cell.
    fn is_touched(&self, segment: (Vec2, Vec2), radius_m: f32) -> bool {
        !self.each_line(segment, radius_m, |line| self.are_open(&line) || self.next_closed(&line).is_none())
    }

    /// Whether the cells of a line are open at a look at the grid.
    #[inline]
    fn are_open(&self, line: &Line) -> bool {
        self.field.is_some_and(|field| field.are_open(line.is_column, line.line, line.at, line.last))
    }

    /// Calls `found` with closed cells of a line until it returns `false`; whether it never did.
    fn each(&self, line: &Line, mut found: impl FnMut(Cell) -> bool) -> bool {
        let mut rest = *line;
        while let Some(closed) = self.next_closed(&rest) {
            if !found(line.cell(closed)) {
                return false;
            }
            rest.at = closed + 1;
        }
        true
    }

    /// Calls `found` with closed cells of a line until it returns `true`: where that was.
    fn until(&self, line: &Line, found: &mut impl FnMut(Cell) -> bool) -> Option<i32> {
        let mut rest = *line;
        while let Some(closed) = self.next_closed(&rest) {
            if found(line.cell(closed)) {
                return Some(closed);
            }
            rest.at = closed + 1;
        }
        None
    }

    /// The same, from the end.
    fn back_until(&self, line: &Line, found: &mut impl FnMut(Cell) -> bool) {
        let mut last = line.last;
        while last >= line.at {
            if let Some(field) = self.field {
                match field.last_closed(line.is_column, line.line, line.at, last) {
                    Some(closed) => last = closed,
                    None => return,
                }
            }
            if !self.ground.open(self.moves, line.cell(last)) && found(line.cell(last)) {
                return;
            }
            last -= 1;
        }
    }

    /// The first closed cell of a line.
    fn next_closed(&self, line: &Line) -> Option<i32> {
        let Line { is_column, line: number, mut at, last } = *line;
        while at <= last {
            if let Some(field) = self.field {
                at = field.next_closed(is_column, number, at, last)?;
            }
            if !self.ground.open(self.moves, line.cell(at)) {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}

/// Rounded down. (The function for it is a call where processors are not known to have an instruction.)
#[inline(always)]
fn cell(at: f32) -> i32 {
    let whole = at as i32;
    whole - i32::from(whole as f32 > at)
}
