//! Which cells of a world a body of one size can stand on, for the whole world at once.

use super::BitGrid;
use super::anchors::Anchors;
use super::narrow::settle;
use super::shape::Shape;
use crate::geom::Cell;
use crate::world::World;
use std::collections::BTreeMap;

/// The whole world as a grid, and where bodies are in cells that are not plain. A cell is open where [`World::is_free`]
/// holds for its centre, but for narrow places (see [`settle`]). Where all that is near is closed ground and the body fits a
/// cell, it is the centre alone.
///
/// Asking cell by cell would be slow. Cells far from closed ground need no question, and volumes are drawn on the
/// cells instead of being looked up from each of them.
pub(crate) fn closed_cells(world: &World, radius_m: f32, height_m: f32) -> (BitGrid, Anchors) {
    let ground = close_ground(world);
    let mut grid = ground.clone();
    let res = world.ground.resolution_m();
    if !fits_a_cell(radius_m, res) {
        // From the centre of a cell a body reaches into this many cells to each side.
        let reach = (radius_m / res + 0.501).max(0.0) as usize;
        grid = close_beside(world, &ground, radius_m, reach);
    }
    close_under_volumes(world, radius_m, height_m, &mut grid);
    let shape = Shape { world, radius_m, height_m };
    let plain = world.volumes.is_empty() && fits_a_cell(radius_m, res);
    let anchors = if plain { Anchors::new(&shape, BTreeMap::new()) } else { settle(shape, &ground, &mut grid) };
    (grid, anchors)
}

/// Whether a body at the centre of a cell certainly touches no other cell. A body exactly as wide as a cell counts only if
/// the width is a power of two: with other widths rounding could decide.
pub(crate) fn fits_a_cell(radius_m: f32, resolution_m: f32) -> bool {
    let exact = resolution_m.to_bits().trailing_zeros() >= f32::MANTISSA_DIGITS - 1;
    radius_m < 0.499 * resolution_m || exact && radius_m <= 0.5 * resolution_m
}

fn close_ground(world: &World) -> BitGrid {
    let g = &world.ground;
    let mut grid = BitGrid::new(g.width() as u32, g.height() as u32);
    let mut walkable = Vec::new();
    for y in 0..g.height() {
        g.walkable_words(y, &mut walkable);
        for (w, bits) in walkable.iter().enumerate() {
            let mask = grid.word_mask(w);
            grid.row_mut(y)[w] = !bits & mask;
        }
    }
    grid
}

/// Closes the cells, too, on which a body would touch closed ground or the world's border. Only cells from which these are
/// at most `reach` cells away in each direction are asked one by one.
fn close_beside(world: &World, ground: &BitGrid, radius_m: f32, reach: usize) -> BitGrid {
    let res = world.ground.resolution_m();
    let mut grid = ground.clone();
    let mut near = Vec::new();
    for y in 0..ground.height() as usize {
        near_row(ground, y, reach, &mut near);
        for (w, bits) in near.iter().enumerate() {
            let mut asked = bits & !ground.row(y)[w] & ground.word_mask(w);
            while asked != 0 {
                let x = w as i32 * 64 + asked.trailing_zeros() as i32;
                asked &= asked - 1;
                if !world.ground_free(Cell::new(x, y as i32).centre(res), radius_m) {
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

fn close_under_volumes(world: &World, radius_m: f32, height_m: f32, grid: &mut BitGrid) {
    let (width, height, res) = (grid.width() as i32, grid.height() as i32, world.ground.resolution_m());
    for v in world.volumes.iter().filter(|v| v.matters_to(height_m)) {
        let reach = v.footprint.bounds().grown(radius_m.max(0.0));
        let (lo, hi) = (Cell::of(reach.min, res), Cell::of(reach.max, res));
        for y in lo.y.max(0)..=hi.y.min(height - 1) {
            for x in lo.x.max(0)..=hi.x.min(width - 1) {
                if grid.open(x, y) && v.meets(Cell::new(x, y).centre(res), radius_m) {
                    grid.close(x, y);
                }
            }
        }
    }
}
