//! The picture of a level as the published tests see it: a value a tile, in an array.

use crate::geom::{Cell, Vec2};
use crate::grid::Field;

/// Which tiles are open. What is outside is closed.
pub(super) struct Tiles {
    /// Tiles a metre.
    scale: f32,
    /// Tiles a row, with one beyond either end.
    width: usize,
    /// Row by row, with one before the first and one after the last.
    open: Vec<bool>,
}

impl Tiles {
    /// Those of a grid whose cells are so wide, metres.
    pub(super) fn of(grid: &Field, cell_m: f32) -> Self {
        let (columns, rows) = (grid.width() as i32, grid.height() as i32);
        let cells = (-1..=rows).flat_map(|y| (-1..=columns).map(move |x| Cell::new(x, y)));
        Self { scale: 1.0 / cell_m, width: columns as usize + 2, open: cells.map(|cell| grid.open(cell)).collect() }
    }

    /// Whether the tile at a place is open: one that is inside, or less than a tile outside.
    #[inline]
    pub(super) fn open(&self, at: Vec2) -> bool {
        let (x, y) = ((at.x * self.scale + 1.0) as i32, (at.y * self.scale + 1.0) as i32);
        self.open.get(y as usize * self.width + x as usize).is_some_and(|open| *open)
    }
}
