//! Where in its cell a body is: nearly always at the centre.

use super::shape::Shape;
use super::{CellRect, Lattice};
use crate::geom::{Cell, Vec2};
use crate::world::{MoveClass, World};
use std::collections::BTreeMap;

/// The cells of a world that are not as plain as all others, for bodies of one size: those in which a body fits beside
/// the centre only, and those from which it cannot go straight to each open neighbour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anchors {
    resolution_m: f32,
    /// The size that they are for, metres.
    radius_m: f32,
    height_m: f32,
    moves: MoveClass,
    places: BTreeMap<Cell, Vec2>,
}

impl Anchors {
    pub(super) fn new(shape: &Shape, places: BTreeMap<Cell, Vec2>) -> Self {
        let Shape { radius_m, height_m, moves, .. } = *shape;
        Self { resolution_m: shape.resolution_m(), radius_m, height_m, moves, places }
    }

    /// Replaces the places of a part.
    pub(super) fn repair(&mut self, shape: &Shape, part: CellRect, places: &BTreeMap<Cell, Vec2>) {
        let none = Self::new(shape, BTreeMap::new());
        *self = Self { places: std::mem::take(&mut self.places), ..none };
        // Cells are in order of columns.
        let (first, end) = (part.origin, part.end());
        let column = |x| self.places.range(Cell::new(x, first.y)..Cell::new(x, end.y));
        let old: Vec<Cell> = (first.x..end.x).flat_map(|x| column(x).map(|(cell, _)| *cell)).collect();
        for cell in old {
            self.places.remove(&cell);
        }
        self.places.extend(places.iter().filter(|(cell, _)| part.contains(**cell)).map(|(cell, at)| (*cell, *at)));
    }

    /// Where a body is in an open cell.
    pub fn place(&self, cell: Cell) -> Vec2 {
        self.places.get(&cell).copied().unwrap_or_else(|| cell.centre(self.resolution_m))
    }

    /// Whether a body is at the centre of a cell, and nothing blocks the steps to its open neighbours.
    pub fn is_plain(&self, cell: Cell) -> bool {
        self.places.is_empty() || !self.places.contains_key(&cell)
    }

    /// Appends the places by which a path leads from an open cell to a neighbour where the straight line is closed.
    pub(crate) fn detour(&self, world: &World, (from, to): (Cell, Cell), lattice: &mut Lattice, out: &mut Vec<Vec2>) {
        let shape = Shape { world, radius_m: self.radius_m, height_m: self.height_m, moves: self.moves };
        lattice.fit(&shape);
        if lattice.joins(&shape, (from, to), (self.place(from), self.place(to))) {
            lattice.trace(out);
        }
    }
}
