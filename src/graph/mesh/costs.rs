//! Borders of what is open, divided along the borders of what the ground costs.

use crate::geom::{Aabb, Cell, Vec2};
use crate::graph::Mover;
use crate::graph::outlines::{Units, rectangles};
use crate::graph::rings::{OverlayRule, Rings, combine};
use crate::grid::{CellRect, CostLayer};
use glam::DVec2;
use i_overlay::i_float::int::point::IntPoint;

/// Divides what is open, given by its border, into parts inside which all ground costs the same.
pub(super) fn divide(mover: &Mover, layer: &CostLayer, units: Units, open: &Rings) -> Rings {
    let Some(bounds) = bounds(units, open) else { return Rings::new() };
    let cells = CellRect::of_area(bounds, &mover.world().ground);
    let mut rings = Rings::new();
    for same in runs(mover, layer, cells).chunk_by(|a, b| a.0 == b.0) {
        let mut left = same.iter().map(|(_, run)| *run).peekable();
        let of_row = |y: i32, row: &mut Vec<CellRect>| {
            row.extend(std::iter::from_fn(|| left.next_if(|run| run.origin.y == y)));
        };
        let mut parts = Rings::new();
        rectangles(cells, of_row, |cells| parts.push(corners(units, cells, mover.resolution_m())));
        // Joined first: where two of them meet, a side of what is open would get a point in its middle.
        let joined = combine(&parts, &[], OverlayRule::Subject);
        rings.extend(combine(open, &joined, OverlayRule::Intersect));
    }
    rings
}

/// The open cells of an area as runs of a row that cost the same, by their cost, then row by row.
fn runs(mover: &Mover, layer: &CostLayer, area: CellRect) -> Vec<(u64, CellRect)> {
    let (ground, moves) = (&mover.world().ground, mover.size().moves);
    let mut runs: Vec<(u64, CellRect)> = Vec::new();
    for cell in area.each().filter(|cell| ground.open(moves, *cell)) {
        let cost = layer.at(cell);
        match runs.last_mut() {
            Some((same, run)) if *same == cost && run.origin.y == cell.y && run.end().x == cell.x => run.width += 1,
            _ => runs.push((cost, CellRect { origin: cell, width: 1, height: 1 })),
        }
    }
    runs.sort_by_key(|(cost, _)| *cost);
    runs
}

/// The least area, metres, that all rings lie in; `None` where there are none.
fn bounds(units: Units, rings: &Rings) -> Option<Aabb> {
    let points = || rings.iter().flatten();
    let [left, top] = [points().map(|p| p.x).min()?, points().map(|p| p.y).min()?];
    let [right, bottom] = [points().map(|p| p.x).max()?, points().map(|p| p.y).max()?];
    let at = |x, y| -> Vec2 { units.metres(IntPoint::new(x, y)).as_vec2() };
    Some(Aabb::new(at(left, top), at(right, bottom)))
}

/// The corners of a rectangle of cells.
fn corners(units: Units, cells: CellRect, resolution_m: f32) -> Vec<IntPoint> {
    let at = |x: i32, y: i32| units.dot(DVec2::new(x.into(), y.into()) * f64::from(resolution_m));
    let (low, high): (Cell, Cell) = (cells.origin, cells.end());
    vec![at(low.x, low.y), at(high.x, low.y), at(high.x, high.y), at(low.x, high.y)]
}
