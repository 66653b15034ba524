//! Costs on levels.

use super::super::{FAR, Level};
use crate::geom::Cell;
use crate::search::{Cost, Landscape, STRAIGHT};

/// What a step along a row costs: costs between transit points are kept in sixteenths of a cell. The most expensive path through
/// the largest map (3 × 2²⁶ cells) then fits 32 bits. Over costs a path of 2²³ cells of the most expensive ground does; paths
/// that cost more are found, but no longer compared.
pub(super) const STEP: u32 = 16;

/// A cost in sixteenths of a cell, rounded, and at most one less than [`FAR`].
pub(super) fn coarse(cost: Cost) -> u32 {
    let sixteenths = cost.saturating_mul(STEP.into()).saturating_add(STRAIGHT / 2) / STRAIGHT;
    sixteenths.min(u64::from(FAR) - 1) as u32
}

/// The same of a path that there may not be.
pub(super) fn coarse_or_far(cost: Option<Cost>) -> u32 {
    cost.map_or(FAR, coarse)
}

/// What two pieces of a path cost together: at most one less than [`FAR`].
#[inline(always)]
pub(super) fn both(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(FAR - 1)
}

/// One level over a landscape.
#[derive(Clone, Copy)]
pub(super) struct Graph<'a> {
    pub level: &'a Level,
    pub on: Landscape<'a>,
}

impl Graph<'_> {
    /// What the step between two clusters costs.
    #[inline(always)]
    pub(super) fn cross(self, from: Cell, to: Cell) -> u32 {
        // Each half of it costs a sixteenth of a cell for each eighth of plain ground.
        self.on.costs.map_or(STEP, |costs| (costs.at(from) + costs.at(to)) as u32)
    }
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
