//! Cheapest paths inside a small rectangle of ground that does not cost the same everywhere.

use super::flood::{FIRST_DIAGONAL, KEPT, STEPS};
use super::{Area, Towards};
use crate::geom::Cell;
use crate::search::{Arrival, Cost, DaryHeap, Landscape, OpenList, WeightedSteps};

/// Dijkstra's algorithm (1959) in one area; towards a goal A* (Hart, Nilsson & Raphael 1968), whose estimates count with the
/// cheapest ground of the map.
#[derive(Clone, Debug, Default)]
pub(super) struct WeightedFlood {
    /// Of each cell of the area; [`Cost::MAX`]: no path.
    cost: Vec<Cost>,
    /// How a cell was reached ([`Arrival`]).
    by: Vec<u8>,
    open: DaryHeap<Waiting>,
}

/// A cell that waits: the least total first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    total: Cost,
    cost: Cost,
    local: u32,
}

impl WeightedFlood {
    pub(super) fn run(&mut self, on: WeightedSteps, area: Area, from: Cell, towards: Option<Towards>) {
        self.cost.clear();
        self.cost.resize(area.cells(), Cost::MAX);
        self.by.resize(area.cells().max(self.by.len()), 0);
        self.open.clear();
        self.cost[area.local(from)] = 0;
        self.by[area.local(from)] = Arrival::Any as u8;
        self.open.push(Waiting { total: 0, cost: 0, local: area.local(from) as u32 });
        while let Some(at) = self.open.pop() {
            let cell = area.cell(at.local as usize);
            if towards.is_some_and(|t| t.goal == cell) {
                return;
            }
            if at.cost == self.cost[at.local as usize] {
                self.expand(on, area, (cell, at.cost), towards);
            }
        }
    }

    fn expand(&mut self, on: WeightedSteps, area: Area, (from, cost): (Cell, Cost), towards: Option<Towards>) {
        let mut steps = u32::from(KEPT[Arrival::Any as usize][on.field.nine(from) as usize]);
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let to = Cell::new(from.x + STEPS[step].0, from.y + STEPS[step].1);
            if !area.contains(to) {
                continue;
            }
            let (local, cost) = (area.local(to), cost + on.share(step >= FIRST_DIAGONAL) * on.halves(from, to));
            let rest = towards.map_or(0, |t| Landscape::from(on).at_least(to, t.goal));
            if cost < self.cost[local] && towards.is_none_or(|t| cost + rest <= t.at_most) {
                self.cost[local] = cost;
                self.by[local] = step as u8 + 1;
                self.open.push(Waiting { total: cost + rest, cost, local: local as u32 });
            }
        }
    }

    pub(super) fn cost(&self, local: usize) -> Option<Cost> {
        self.cost.get(local).copied().filter(|cost| *cost != Cost::MAX)
    }

    pub(super) fn by(&self) -> &[u8] {
        &self.by
    }
}
