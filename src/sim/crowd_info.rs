//! The crowd and a flow field as the dashboard sees them.

use crate::geom::{Cell, Vec2};

/// The crowd on the ground as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownCrowd {
    /// Side of a cell, metres.
    pub cell_m: f32,
    /// The cells with a share of a body, in order of row and column.
    pub cells: Vec<CrowdCell>,
}

/// The crowd in one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CrowdCell {
    /// Row and column.
    pub place: (i32, i32),
    /// Bodies on ten square metres, up to 255.
    pub on_10_m2: u8,
}

impl ShownCrowd {
    /// The crowd at a point, metres.
    pub fn at(&self, at: Vec2) -> Option<CrowdCell> {
        let cell = Cell::of(at, self.cell_m);
        let found = self.cells.binary_search_by_key(&(cell.y, cell.x), |c| c.place).ok()?;
        self.cells.get(found).copied()
    }
}

/// The flow field of a goal as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownFlow {
    /// Side of a cell, metres.
    pub cell_m: f32,
    /// Cells of a row.
    pub width: u32,
    /// By cell, row by row: where the path to the goal leads from it, in eighths of a turn clockwise from +x; `None` at the goal and
    /// where there is no path.
    pub eighths: Box<[Option<u8>]>,
}

impl ShownFlow {
    /// The direction at a point, metres, as in `eighths`.
    pub fn at(&self, at: Vec2) -> Option<u8> {
        let cell = Cell::of(at, self.cell_m);
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u32) < self.width;
        let node = inside.then(|| cell.y as usize * self.width as usize + cell.x as usize)?;
        self.eighths.get(node).copied().flatten()
    }
}
