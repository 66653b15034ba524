//! Beam search: A* with an open list that keeps only the most promising.

use super::interval_heap::IntervalHeap;
use super::{Arrival, Cost, Counts, Engine, Estimate, Landscape, NO_NODE, OpenEntry, Records, Usage};
use crate::geom::Cell;

/// Best-first search with an open list of at most so many entries: the most expensive one is dropped when there are more (*beam search*;
/// Dahlberg & Viktorsson 2002, ch. 3.5.10). Its paths need not be shortest, and where the detour round an obstacle needs more entries
/// it finds none. While nothing is dropped it is A*. A cell that was dropped is met again from the next neighbour that is
/// expanded.
#[derive(Clone, Debug)]
pub struct Beam {
    /// The most entries of the open list, at least 1.
    width: u32,
    open: IntervalHeap<OpenEntry>,
    records: Records,
    counts: Counts,
}

impl Default for Beam {
    fn default() -> Self {
        Self::new(Self::DEFAULT_WIDTH)
    }
}

impl Beam {
    /// Entries of the open list where nothing else is said.
    pub const DEFAULT_WIDTH: u32 = 64;

    /// Keeps at most so many entries; at least 1.
    pub fn new(width: u32) -> Self {
        let (open, records, counts) = (IntervalHeap::default(), Records::default(), Counts::default());
        Self { width: width.max(1), open, records, counts }
    }

    /// Searches for a path; its cost, or `None` when none was found. Where something was dropped there may be one all the same:
    /// then it *gave up*.
    fn search(&mut self, on: Landscape, (start, goal): (Cell, Cell), estimate: Estimate) -> Option<Cost> {
        self.open.clear();
        self.records.begin_field(on.field);
        self.counts = Counts::default();
        if !on.field.may_join(start, goal) {
            return None;
        }
        (self.counts.generated, self.counts.max_open) = (1, 1);
        self.records.improve(self.records.node(start), 0, NO_NODE, Arrival::Any as u8);
        self.open.push(OpenEntry::new(estimate.of(start, goal), 0, start));
        let mut dropped = false;
        while let Some(entry) = self.open.pop_least() {
            let cell = entry.cell();
            let node = self.records.node(cell);
            let Some(record) = self.records.met_mut(node).filter(|r| !r.is_closed()) else { continue };
            if cell == goal {
                return Some(record.cost);
            }
            record.close();
            let cost = record.cost;
            self.counts.expanded += 1;
            on.each_step(cell, &mut |to, _, step| {
                if self.records.improve(self.records.node(to), cost + step, node, Arrival::Any as u8) {
                    self.open.push(OpenEntry::new(cost + step + estimate.of(to, goal), cost + step, to));
                    self.counts.generated += 1;
                    dropped |= self.narrow(goal, estimate);
                }
            });
            self.counts.max_open = self.counts.max_open.max(self.open.len() as u32);
        }
        self.counts.gave_up = dropped;
        None
    }

    /// Drops the most expensive entry where there is one too many, and forgets its cell; whether it did.
    fn narrow(&mut self, goal: Cell, estimate: Estimate) -> bool {
        if self.open.len() as u32 <= self.width {
            return false;
        }
        let Some(entry) = self.open.pop_greatest() else { return false };
        let cell = entry.cell();
        let node = self.records.node(cell);
        // Where the cell was closed, or has a cheaper entry, nothing is lost with this one.
        let current = self.records.met(node).filter(|r| !r.is_closed());
        let is_last = current.is_some_and(|r| entry == OpenEntry::new(r.cost + estimate.of(cell, goal), r.cost, cell));
        if is_last {
            self.records.forget(node);
        }
        is_last
    }
}

impl Engine for (Landscape<'_>, Beam) {
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (on, search) = self;
        waypoints.clear();
        let cost = search.search(*on, endpoints, estimate)?;
        search.records.trace(search.records.node(endpoints.1), waypoints);
        Some(cost)
    }

    fn each_expanded(&self, visit: &mut dyn FnMut(Cell)) {
        self.1.records.each_closed(visit);
    }

    fn usage(&self) -> Usage {
        let Beam { open, records, counts, .. } = &self.1;
        Usage { counts: *counts, search_bytes: records.bytes() + open.bytes(), ..Usage::default() }
    }
}
