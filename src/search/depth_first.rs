//! Depth-first search: as far as it goes, then back.

use super::{Arrival, Cost, Counts, Engine, Estimate, Landscape, NO_NODE, Records, Usage, turns};
use crate::geom::Cell;

/// Depth-first search (Trémaux 1882, after Lucas): to the first neighbour that was not met yet, and a step back where there is
/// none. Each cell is met once, so that it ends; the path may be longer than the shortest by any factor.
#[derive(Clone, Debug, Default)]
pub struct DepthFirst {
    /// Which cells were met.
    records: Records,
    /// The present path, cell by cell.
    path: Vec<Cell>,
    counts: Counts,
}

impl DepthFirst {
    /// Whether there is a path; it is then the present one.
    fn search(&mut self, on: Landscape, (start, goal): (Cell, Cell)) -> bool {
        self.records.begin_field(on.field);
        self.path.clear();
        self.counts = Counts::default();
        if !on.field.may_join(start, goal) {
            return false;
        }
        let mut next = Some(start);
        loop {
            if let Some(cell) = next {
                self.records.improve(self.records.node(cell), 0, NO_NODE, Arrival::Any as u8);
                self.path.push(cell);
                self.counts.generated += 1;
                self.counts.max_open = self.counts.max_open.max(self.path.len() as u32);
                if cell == goal {
                    return true;
                }
                self.counts.expanded += 1;
            } else {
                self.path.pop();
            }
            let Some(at) = self.path.last().copied() else { return false };
            next = None;
            on.each_step(at, &mut |to, _, _| {
                if next.is_none() && self.records.met(self.records.node(to)).is_none() {
                    next = Some(to);
                }
            });
        }
    }
}

impl Engine for (Landscape<'_>, DepthFirst) {
    fn solve(&mut self, endpoints: (Cell, Cell), _: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (on, search) = self;
        waypoints.clear();
        if !search.search(*on, endpoints) {
            return None;
        }
        turns(&search.path, waypoints);
        Some(on.cost_of(&search.path))
    }

    fn usage(&self) -> Usage {
        let DepthFirst { records, path, counts } = &self.1;
        Usage { counts: *counts, search_bytes: records.bytes() + size_of_val(&path[..]), ..Usage::default() }
    }
}
