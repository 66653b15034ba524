//! Which cells of a world a body of one size can stand on, for the whole world at once.

use super::anchors::Anchors;
use super::narrow::{SETTLED_BY, settle};
use super::shape::Shape;
use super::{BitGrid, CellRect};
use crate::geom::{Cell, Vec2};
use crate::world::{MoveClass, World};
use std::collections::BTreeMap;

/// The whole world as a grid, and where bodies are in cells that are not plain. A cell is open where [`World::is_free`]
/// holds for its centre, but for narrow places (see [`settle`]). Where all that is near is closed ground and the body fits a
/// cell, it is the centre alone.
///
/// Asking cell by cell would be slow. Cells far from closed ground need no question, and volumes are drawn on the
/// cells instead of being looked up from each of them.
pub(crate) fn closed_cells(world: &World, radius_m: f32, height_m: f32, moves: MoveClass) -> (BitGrid, Anchors) {
    let shape = Shape { world, radius_m, height_m, moves };
    let all = CellRect::of_world(&world.ground);
    let (grid, places) = cells_of(&shape, all, all);
    (grid, Anchors::new(&shape, places))
}

/// Which cells of a part of the world are closed: a grid that has at least that part, the world's cell at its upper left
/// corner, and where bodies are in its cells that are not plain. In the part, it says what [`closed_cells`] says.
pub(super) fn closed_part(shape: &Shape, part: CellRect) -> (BitGrid, Cell, BTreeMap<Cell, Vec2>) {
    let mut area = part.grown(reach_cells(shape)).clipped(&shape.world.ground);
    // Rows of bits begin at whole words.
    let beyond = area.origin.x as u32 % u64::BITS;
    area.origin.x -= beyond as i32;
    area.width += beyond;
    let (grid, places) = cells_of(shape, area, part);
    (grid, area.origin, places)
}

/// As far as this from what changed, in cells, a cell may open or close (see [`settle`]).
pub(super) fn reach_cells(shape: &Shape) -> u32 {
    reach_cells_of(shape.radius_m, shape.resolution_m())
}

/// The same for a radius and cells of this width, metres.
pub(super) fn reach_cells_of(radius_m: f32, resolution_m: f32) -> u32 {
    (radius_m.max(0.0) / resolution_m + SETTLED_BY).ceil() as u32
}

/// The closed cells of an area that begins at a whole word of its rows, and the places in it. Beyond the part of it that is
/// wanted they may be wrong.
fn cells_of(shape: &Shape, area: CellRect, wanted: CellRect) -> (BitGrid, BTreeMap<Cell, Vec2>) {
    let (world, radius_m, res) = (shape.world, shape.radius_m, shape.resolution_m());
    let ground = close_ground(shape, area);
    let mut grid = ground.clone();
    if !fits_a_cell(radius_m, res) {
        // From the centre of a cell a body reaches into this many cells to each side.
        let reach = (radius_m / res + 0.501).max(0.0) as usize;
        grid = close_beside(shape, &ground, area.origin, reach);
    }
    close_under_volumes(shape, area, &mut grid);
    let plain = world.volumes.is_empty() && fits_a_cell(radius_m, res);
    let places = if plain { BTreeMap::new() } else { settle(*shape, (area, wanted), &ground, &mut grid) };
    (grid, places)
}

/// Whether a body at the centre of a cell certainly touches no other cell. A body exactly as wide as a cell counts only if
/// the width is a power of two: with other widths rounding could decide.
pub(crate) fn fits_a_cell(radius_m: f32, resolution_m: f32) -> bool {
    let exact = resolution_m.to_bits().trailing_zeros() >= f32::MANTISSA_DIGITS - 1;
    radius_m < 0.499 * resolution_m || exact && radius_m <= 0.5 * resolution_m
}

fn close_ground(shape: &Shape, area: CellRect) -> BitGrid {
    let mut grid = BitGrid::new(area.width, area.height);
    let (first, words) = (area.origin.x as usize / 64, (area.width as usize).div_ceil(64));
    let mut open = Vec::new();
    for y in 0..area.height as usize {
        shape.world.ground.open_words(shape.moves, area.origin.y as usize + y, first..first + words, &mut open);
        for (w, bits) in open.iter().enumerate() {
            let mask = grid.word_mask(w);
            grid.row_mut(y)[w] = !bits & mask;
        }
    }
    grid
}

/// Closes the cells, too, on which a body would touch closed ground or the world's border. Only cells from which these are
/// at most `reach` cells away in each direction are asked one by one.
fn close_beside(shape: &Shape, ground: &BitGrid, origin: Cell, reach: usize) -> BitGrid {
    let res = shape.resolution_m();
    let mut grid = ground.clone();
    let mut near = Vec::new();
    for y in 0..ground.height() as usize {
        near_row(ground, y, reach, &mut near);
        for (w, bits) in near.iter().enumerate() {
            let mut asked = bits & !ground.row(y)[w] & ground.word_mask(w);
            while asked != 0 {
                let x = w as i32 * 64 + asked.trailing_zeros() as i32;
                asked &= asked - 1;
                let cell = Cell::new(origin.x + x, origin.y + y as i32);
                if !shape.world.ground_free(cell.centre(res), shape.radius_m, shape.moves) {
                    grid.close(x, y as i32);
                }
            }
        }
    }
    grid
}

/// Writes which cells of a row are at most `reach` cells away, in each direction, from closed ground or what lies outside.
pub(super) fn near_row(ground: &BitGrid, y: usize, reach: usize, near: &mut Vec<u64>) {
    let height = ground.height() as usize;
    near.clear();
    near.resize(ground.row(y).len(), 0);
    for beside in y.saturating_sub(reach)..(y + reach + 1).min(height) {
        near.iter_mut().zip(ground.row(beside)).for_each(|(near, closed)| *near |= closed);
    }
    for (w, bits) in near.iter_mut().enumerate() {
        // What lies outside is closed.
        *bits |= !ground.word_mask(w);
        if y < reach || y + reach >= height {
            *bits = !0;
        }
    }
    for _ in 0..reach {
        widen(near);
    }
}

/// Sets the bits beside those that are set, in a row with set bits at either end.
pub fn widen(row: &mut [u64]) {
    let mut before = !0;
    for i in 0..row.len() {
        let (bits, after) = (row[i], row.get(i + 1).copied().unwrap_or(!0));
        row[i] = bits | bits << 1 | before >> 63 | bits >> 1 | after << 63;
        before = bits;
    }
}

fn close_under_volumes(shape: &Shape, area: CellRect, grid: &mut BitGrid) {
    let (radius_m, res, origin) = (shape.radius_m, shape.resolution_m(), area.origin);
    let (right, bottom) = (grid.width() as i32 - 1, grid.height() as i32 - 1);
    shape.world.volumes_in(area.bounds(res).grown(radius_m.max(0.0)), |v| {
        if !v.matters_to(shape.height_m, shape.moves) {
            return;
        }
        let reach = v.footprint.bounds().grown(radius_m.max(0.0));
        let (lo, hi) = (Cell::of(reach.min, res), Cell::of(reach.max, res));
        for y in (lo.y - origin.y).max(0)..=(hi.y - origin.y).min(bottom) {
            for x in (lo.x - origin.x).max(0)..=(hi.x - origin.x).min(right) {
                let centre = Cell::new(origin.x + x, origin.y + y).centre(res);
                if grid.open(x, y) && v.meets(centre, radius_m) {
                    grid.close(x, y);
                }
            }
        }
    });
}
