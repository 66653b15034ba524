//! A part of the world as it is now, for bodies of one size.

use super::{BitGrid, CellRect, Field};
use crate::geom::{Cell, Vec2};
use std::collections::BTreeMap;

/// The cells of a part of the world.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) area: CellRect,
    /// Of at least that area, from the world's cell `origin` on.
    pub(super) closed: BitGrid,
    pub(super) origin: Cell,
    /// Where bodies are in cells that are not plain.
    pub(super) places: BTreeMap<Cell, Vec2>,
}

impl Part {
    pub(super) fn is_open(&self, cell: Cell) -> bool {
        self.closed.open(cell.x - self.origin.x, cell.y - self.origin.y)
    }
}

/// The cells of parts that are not on a grid what they are there, each once.
pub(super) fn differing(parts: &[Part], field: &Field) -> Vec<Cell> {
    let of = |part: &Part| part.area.each().filter(|cell| field.open(*cell) != part.is_open(*cell)).collect();
    let mut cells: Vec<Cell> = parts.iter().flat_map(|part| -> Vec<Cell> { of(part) }).collect();
    if parts.len() > 1 {
        // They may overlap.
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
    }
    cells
}
