//! Which cells of a world a body of one size can stand on, for the whole world at once.

use crate::geom::Cell;
use crate::world::World;

/// One byte a cell, row by row: 1 where [`World::is_free`] holds for the cell's centre.
///
/// Asking cell by cell would be slow. Cells far from closed ground need no question, and volumes are laid over the
/// cells instead of being looked up from each of them.
pub(super) fn open_cells(world: &World, radius_m: f32, height_m: f32) -> Vec<u8> {
    let mut open = ground_open(world, radius_m);
    close_under_volumes(world, radius_m, height_m, &mut open);
    open
}

fn ground_open(world: &World, radius_m: f32) -> Vec<u8> {
    let g = &world.ground;
    let (width, res) = (g.width(), g.resolution_m());
    let walkable: Vec<bool> = g.kinds().iter().map(|k| k.walkable).collect();
    let mut open: Vec<u8> = g.cells().iter().map(|c| u8::from(walkable[usize::from(*c)])).collect();
    // From the centre of a cell a body reaches into this many cells to each side.
    let reach = (radius_m / res + 0.501).max(0.0) as usize;
    if reach == 0 {
        return open;
    }
    let near = near_closed(&open, width, reach);
    for i in 0..open.len() {
        if open[i] & near[i] != 0 {
            let cell = Cell::new((i % width) as i32, (i / width) as i32);
            open[i] = u8::from(world.ground_free(cell.centre(res), radius_m));
        }
    }
    open
}

/// One byte a cell: 1 where a closed cell or the world's border is at most `reach` cells away in each direction.
/// The square window is taken apart into rows and columns.
fn near_closed(open: &[u8], width: usize, reach: usize) -> Vec<u8> {
    let height = open.len() / width;
    let mut along_rows = vec![0_u8; open.len()];
    for (row, out) in open.chunks_exact(width).zip(along_rows.chunks_exact_mut(width)) {
        let border = reach.min(width);
        out[..border].fill(1);
        out[width - border..].fill(1);
        let mut marked = 0;
        for x in row.iter().enumerate().filter(|(_, open)| **open == 0).map(|(x, _)| x) {
            let end = (x + reach + 1).min(width);
            out[x.saturating_sub(reach).max(marked).min(end)..end].fill(1);
            marked = end;
        }
    }
    let mut near = vec![0_u8; open.len()];
    for y in 0..height {
        let out = &mut near[y * width..(y + 1) * width];
        if y < reach || y + reach >= height {
            out.fill(1);
            continue;
        }
        for from in along_rows[(y - reach) * width..(y + reach + 1) * width].chunks_exact(width) {
            for (o, f) in out.iter_mut().zip(from) {
                *o |= f;
            }
        }
    }
    near
}

fn close_under_volumes(world: &World, radius_m: f32, height_m: f32, open: &mut [u8]) {
    let g = &world.ground;
    let (width, height, res) = (g.width() as i32, g.height() as i32, g.resolution_m());
    for v in world.volumes.iter().filter(|v| v.matters_to(height_m)) {
        let reach = v.footprint.bounds().grown(radius_m.max(0.0));
        let (lo, hi) = (Cell::of(reach.min, res), Cell::of(reach.max, res));
        for y in lo.y.max(0)..=hi.y.min(height - 1) {
            for x in lo.x.max(0)..=hi.x.min(width - 1) {
                let i = (y * width + x) as usize;
                if open[i] != 0 && v.meets(Cell::new(x, y).centre(res), radius_m) {
                    open[i] = 0;
                }
            }
        }
    }
}
