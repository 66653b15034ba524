//! Costs on levels.

use super::super::{FAR, Level};
use crate::geom::Cell;

/// What a step along a row costs: costs between transit points are kept in sixteenths of a cell. The most expensive path through
/// the largest map (3 × 2²⁶ cells) then fits 32 bits.
pub(super) const STEP: u32 = 16;

/// A cost in sixteenths of a cell, rounded.
fn coarse(cost: u64) -> u32 {
    ((cost * u64::from(STEP) + crate::search::STRAIGHT / 2) / crate::search::STRAIGHT) as u32
}

/// What a flood measured, in sixteenths of a cell.
pub(super) fn coarse_or_far(cost: u32) -> u32 {
    if cost == FAR { FAR } else { coarse(u64::from(cost)) }
}

/// What a path over open ground costs, rounded up.
pub(super) fn open_ground(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    let diagonal = coarse(u64::from(dx.min(dy)) * crate::search::DIAGONAL);
    dx.abs_diff(dy) * STEP + diagonal
}

/// A cell, and what the paths inside its cluster to that cluster's points cost.
#[derive(Clone, Debug, Default)]
pub(super) struct Endpoint {
    pub cell: Cell,
    pub costs: Vec<u32>,
}

impl Endpoint {
    /// A point of the level; whether there is one at that cell.
    pub(super) fn point(&mut self, level: &Level, cell: Cell) -> bool {
        let view = level.view(level.clusters.of(cell));
        self.cell = cell;
        self.costs.clear();
        let Some(here) = view.find(cell) else { return false };
        self.costs.extend((0..view.points.len()).map(|i| view.cost(here, i)));
        true
    }
}
