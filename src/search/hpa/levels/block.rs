//! Rectangles of clusters: where a search stays.

use super::super::clusters::Area;
use super::super::level::Level;
use crate::geom::Cell;

/// A rectangle of clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    pub column: i32,
    pub row: i32,
    pub columns: i32,
    pub rows: i32,
}

impl Block {
    /// All clusters of a level.
    pub(super) fn all(level: &Level) -> Self {
        Self { column: 0, row: 0, columns: level.clusters.columns, rows: level.clusters.rows }
    }

    /// The clusters of a level that lie in an area, which ends where clusters end.
    pub(super) fn inside(level: &Level, area: &Area) -> Self {
        let size = level.clusters.size;
        let (column, row) = (area.x / size, area.y / size);
        let (last_x, last_y) = (area.x + area.width - 1, area.y + area.height - 1);
        Self { column, row, columns: last_x / size - column + 1, rows: last_y / size - row + 1 }
    }

    /// Clusters in it.
    pub(super) fn count(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// The cluster at a place of it.
    pub(super) fn cluster(&self, level: &Level, place: usize) -> usize {
        let (column, row) = (place as i32 % self.columns, place as i32 / self.columns);
        level.clusters.at(self.column + column, self.row + row)
    }

    /// The place of the cluster that a cell lies in; `None` outside the rectangle.
    #[inline(always)]
    pub(super) fn place(&self, level: &Level, cell: Cell) -> Option<usize> {
        let size = level.clusters.size as u32;
        let (column, row) = ((cell.x as u32 / size) as i32 - self.column, (cell.y as u32 / size) as i32 - self.row);
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        inside.then_some((row * self.columns + column) as usize)
    }
}
