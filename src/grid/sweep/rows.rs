//! The rows, or columns, that a disc touches which is moved along a segment.

use super::capsule::Capsule;
use super::reach::Reach;
use crate::geom::{Cell, Vec2, rounded_down};
use crate::grid::field::Strip;
use glam::Vec2Swizzles;

/// Steeper strips go aside by more cells a row than is worth while.
const STEEPEST: f32 = 1_000.0;
/// Strips are so much wider on both sides, cells: less than sight tests overlook, or each line along a corner would need an exact test …
const SPARE: f32 = 1.0 / 4096.0;
/// … and by this share of how far sums reach: their rounding …
const ROUNDED: f32 = 1.0 / (1 << 22) as f32;
/// … and so much for each row: that of parts of cells.
const SPARE_A_ROW: f32 = 1.0 / (1_u32 << Strip::FRACTION) as f32;

/// Cells of a row, or of a column: from `at` to `last`.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) is_column: bool,
    pub(super) line: i32,
    pub(super) at: i32,
    pub(super) last: i32,
}

impl Line {
    pub(super) fn cell(&self, at: i32) -> Cell {
        if self.is_column { Cell::new(self.line, at) } else { Cell::new(at, self.line) }
    }
}

/// Whether columns are looked at: where a segment is more steep than level. Then it is turned over.
fn turned([from, to]: [Vec2; 2]) -> (bool, [Vec2; 2]) {
    let is_column = (to.y - from.y).abs() > (to.x - from.x).abs();
    (is_column, if is_column { [from.yx(), to.yx()] } else { [from, to] })
}

/// The rows that a disc touches which is moved along a segment, with at least the cells of them that it touches: its two long sides go on, to the
/// upright box round it all.
pub(super) fn strip(res: f32, from: Vec2, to: Vec2, radius_m: f32) -> Strip {
    let scale = 1.0 / res;
    let (is_column, [from, to]) = turned([from * scale, to * scale]);
    let reach = Reach::of(radius_m).radius_m * scale;
    let [low, high] = [from.min(to) - reach, from.max(to) + reach];
    let rows = (rounded_down(low.y), rounded_down(high.y));
    let within = (rounded_down(low.x), rounded_down(high.x));
    let part = |cells: f32| (cells * (1_u32 << Strip::FRACTION) as f32) as i64;
    let slope = (to.x - from.x) / (to.y - from.y);
    if slope.abs() < STEEPEST {
        let first = from.x + (rows.0 as f32 - from.y) * slope;
        let count = (rows.1 - rows.0 + 1) as f32;
        let sums = low.x.abs().max(high.x.abs()) + (low.y.abs().max(high.y.abs()) + count) * slope.abs();
        let half = reach * (1.0 + slope * slope).sqrt() + SPARE + sums * ROUNDED + count * SPARE_A_ROW;
        let [low, high] = [first + slope.min(0.0) - half, first + slope.max(0.0) + half].map(part);
        return Strip { is_column, rows, within, low, high, slope: part(slope) };
    }
    // Level, or no longer than wide.
    let [low, high] = [within.0, within.1].map(|cell| i64::from(cell) << Strip::FRACTION);
    Strip { is_column, rows, within, low, high, slope: 0 }
}

/// The cells that a disc touches which is moved along a segment, row by row. In each of these they lie side by side, for what it covers of one is
/// convex.
pub(super) struct Sweep {
    capsule: Capsule,
    is_column: bool,
    /// Metres a cell, and cells a metre.
    scale: (f32, f32),
    inset_m: f32,
}

impl Sweep {
    pub(super) fn new(res: f32, (from, to): (Vec2, Vec2), radius_m: f32) -> Self {
        let Reach { radius_m: reach, inset_m } = Reach::of(radius_m);
        let (is_column, [from, to]) = turned([from, to]);
        Self { capsule: Capsule::new(from, to, reach), is_column, scale: (res, 1.0 / res), inset_m }
    }

    /// The cells that it touches of a row.
    #[inline]
    pub(super) fn line(&self, line: i32) -> Option<Line> {
        let ((res, scale), inset_m) = (self.scale, self.inset_m);
        let (left, right) = self.capsule.within(line as f32 * res + inset_m, (line + 1) as f32 * res - inset_m)?;
        let [at, last] = [left + inset_m, right - inset_m].map(|x| rounded_down(x * scale));
        Some(Line { is_column: self.is_column, line, at, last })
    }
}
