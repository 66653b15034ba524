//! What tests of `grid` use beyond its public face.

pub use crate::grid::open::widen;
pub use crate::grid::plot::SKIN_M;
pub use crate::grid::{
    Anchors, Axis, Batch, BitGrid, CellRect, Clearance, CostLayer, Field, PlotCounts, Point, Polygon, RegionSet,
    Regions, Repaired, Sides, Window, cells_on,
};

use crate::geom::{Cell, Vec2};
use crate::grid::Lattice;
use crate::grid::pieces::PieceMap;
use crate::grid::shape::Shape;
use crate::world::{MoveClass, World};

/// For neighbouring cells in which a body fits but between which it cannot go straight: whether a path joins them, by a
/// search and by the pieces of their places.
pub fn joined(world: &World, radius_m: f32, height_m: f32) -> Vec<((Cell, Cell), [bool; 2])> {
    let shape = Shape { world, radius_m, height_m, moves: MoveClass::WALK };
    let (mut lattice, mut pieces) = (Lattice::default(), PieceMap::default());
    lattice.fit(&shape);
    let place = |lattice: &mut Lattice, cell: Cell| -> Option<Vec2> {
        let centre = cell.centre(world.ground.resolution_m());
        let free = world.is_free(centre, radius_m, height_m, MoveClass::WALK);
        if free { Some(centre) } else { lattice.widest(&shape, cell, false) }
    };
    let (width, height) = (world.ground.width() as i32, world.ground.height() as i32);
    let cells = (0..width).flat_map(|x| (0..height).map(move |y| Cell::new(x, y)));
    let pairs = cells.flat_map(|c| [(c, Cell::new(c.x, c.y + 1)), (c, Cell::new(c.x + 1, c.y))]);
    let mut all = Vec::new();
    for cells in pairs {
        let (Some(from), Some(to)) = (place(&mut lattice, cells.0), place(&mut lattice, cells.1)) else { continue };
        if !lattice.is_clear(&shape, from, to) {
            let by_search = lattice.joins(&shape, cells, (from, to));
            all.push((cells, [by_search, pieces.joins(&mut lattice, &shape, cells, (from, to))]));
        }
    }
    all
}
