//! Breadth-first search: in the order of steps from the start, whatever they cost.

use super::{Arrival, Cost, Counts, Engine, Estimate, Landscape, NO_NODE, Records, Usage, turns};
use crate::geom::Cell;

/// Breadth-first search (Moore 1959): cells are expanded in the order in which they were met. Its paths have the fewest steps; in
/// 4 directions over ground that costs the same everywhere they are shortest.
#[derive(Clone, Debug, Default)]
pub struct BreadthFirst {
    records: Records,
    /// All cells met, those at the front expanded.
    queue: Vec<u32>,
    counts: Counts,
    cells: Vec<Cell>,
}

impl BreadthFirst {
    /// Whether there is a path; it is then read off the records.
    fn search(&mut self, on: Landscape, (start, goal): (Cell, Cell)) -> bool {
        self.records.begin_field(on.field);
        self.queue.clear();
        self.counts = Counts::default();
        if !on.field.may_join(start, goal) {
            return false;
        }
        let last = self.records.node(goal);
        let first = self.records.node(start);
        self.records.improve(first, 0, NO_NODE, Arrival::Any as u8);
        self.queue.push(first);
        let mut at = 0;
        while self.records.met(last).is_none() {
            let Some(node) = self.queue.get(at).copied() else { return false };
            at += 1;
            let steps = self.records.met(node).map_or(0, |r| r.cost) + 1;
            let Self { records, queue, .. } = self;
            on.each_step(records.cell(node), &mut |to, _, _| {
                let number = records.node(to);
                if records.improve(number, steps, node, Arrival::Any as u8) {
                    queue.push(number);
                }
            });
            self.counts.max_open = self.counts.max_open.max((self.queue.len() - at) as u32);
        }
        (self.counts.expanded, self.counts.generated) = (at as u32, self.queue.len() as u32);
        true
    }
}

impl Engine for (Landscape<'_>, BreadthFirst) {
    fn solve(&mut self, endpoints: (Cell, Cell), _: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (on, search) = self;
        waypoints.clear();
        if !search.search(*on, endpoints) {
            return None;
        }
        let BreadthFirst { records, cells, .. } = search;
        cells.clear();
        cells.extend(records.back_from(records.node(endpoints.1)).map(|node| records.cell(node)));
        cells.reverse();
        turns(cells, waypoints);
        Some(on.cost_of(cells))
    }

    fn usage(&self) -> Usage {
        let BreadthFirst { records, queue, counts, cells } = &self.1;
        let search_bytes = records.bytes() + size_of_val(&queue[..]) + size_of_val(&cells[..]);
        Usage { counts: *counts, search_bytes, ..Usage::default() }
    }
}
