//! Theta* and Lazy Theta*: paths over the grid that turn at cells, but run in any direction.

use super::lines::{drop_straight, line_cost, sees};
use super::{
    Arrival, Connect, Cost, Counts, DaryHeap, Engine, Estimate, Moves, NO_NODE, OpenEntry, OpenList, Records, Steps,
    Usage,
};
use crate::geom::Cell;
use crate::grid::Field;

/// When it is looked whether a cell lies in sight of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SightTest {
    /// For each neighbour of each cell that is expanded (Theta*: Nash, Daniel, Koenig & Felner 2007).
    AtOnce,
    /// For each cell once it is taken from the open list (Lazy Theta*: Nash, Koenig & Tovey 2010): far fewer tests. Where the
    /// parent is out of sight the cell goes back to the open list with the cheapest of its closed neighbours as its parent; as
    /// published it is expanded in the wrong order instead.
    Late,
}

/// A* whose cells have as parent the parent of the cell that they were reached from, wherever that is in sight: the line between
/// their centres passes open cells only. With a consistent estimate and a weight of at most 1 no path is longer than the
/// shortest in 8 directions, for a cell's cost never exceeds what it costs in steps; but it need not be the shortest of any
/// direction. Closed cells stay closed.
#[derive(Clone, Debug)]
pub struct Theta {
    test: SightTest,
    open: DaryHeap<OpenEntry>,
    records: Records,
    counts: Counts,
}

impl Theta {
    /// A search that looks so.
    pub fn new(test: SightTest) -> Self {
        Self { test, open: DaryHeap::default(), records: Records::default(), counts: Counts::default() }
    }

    /// Searches for a path; its cost, or `None` when there is none.
    fn search(&mut self, field: &Field, (start, goal): (Cell, Cell), estimate: Estimate) -> Option<Cost> {
        self.open.clear();
        self.records.begin_field(field);
        self.counts = Counts::default();
        if !field.may_join(start, goal) {
            return None;
        }
        self.records.improve(self.records.node(start), 0, NO_NODE, Arrival::Any as u8);
        self.push(OpenEntry::new(estimate.of(start, goal), 0, start));
        while let Some(entry) = self.open.pop() {
            let cell = entry.cell();
            let node = self.records.node(cell);
            let Some(record) = self.records.met(node).copied().filter(|r| !r.is_closed()) else { continue };
            // Its cost changed after the entry was put on the list, which has another one for it.
            if entry != OpenEntry::new(record.cost + estimate.of(cell, goal), record.cost, cell) {
                continue;
            }
            if self.test == SightTest::Late && !self.sees_parent(field, cell, record.parent) {
                self.replace_parent(field, cell, goal, estimate);
                continue;
            }
            if cell == goal {
                return Some(record.cost);
            }
            if let Some(record) = self.records.met_mut(node) {
                record.close();
            }
            self.expand(field, (cell, record.cost, record.parent), goal, estimate);
        }
        None
    }

    fn push(&mut self, entry: OpenEntry) {
        self.open.push(entry);
        self.counts.generated += 1;
        self.counts.max_open = self.counts.max_open.max(self.open.len() as u32);
    }

    fn sees_parent(&self, field: &Field, cell: Cell, parent: u32) -> bool {
        parent == NO_NODE || sees(field, self.records.cell(parent), cell)
    }

    fn expand(&mut self, field: &Field, (cell, cost, parent): (Cell, Cost, u32), goal: Cell, estimate: Estimate) {
        self.counts.expanded += 1;
        let node = self.records.node(cell);
        let (far, far_cost) = match self.records.met(parent) {
            Some(record) => (parent, record.cost),
            None => (node, cost),
        };
        let from = self.records.cell(far);
        steps(field).each(cell, Arrival::Any, goal, &mut |to, _, step| {
            let number = self.records.node(to);
            let straight = far_cost + line_cost(from, to);
            // Over the cell itself it costs no less.
            if self.records.met(number).is_some_and(|r| r.is_closed() || r.cost <= straight) {
                return;
            }
            let in_sight = far == node || self.test == SightTest::Late || sees(field, from, to);
            let (reached, by) = if in_sight { (straight, far) } else { (cost + step, node) };
            if self.records.improve(number, reached, by, Arrival::Any as u8) {
                self.push(OpenEntry::new(reached + estimate.of(to, goal), reached, to));
            }
        });
    }

    /// Puts a cell whose parent is out of sight back on the open list, reached from a closed neighbour.
    fn replace_parent(&mut self, field: &Field, cell: Cell, goal: Cell, estimate: Estimate) {
        let mut best = None;
        steps(field).each(cell, Arrival::Any, goal, &mut |from, _, step| {
            let number = self.records.node(from);
            if let Some(record) = self.records.met(number).filter(|r| r.is_closed()) {
                let reached = (record.cost + step, number);
                best = Some(best.map_or(reached, |best| reached.min(best)));
            }
        });
        // It was reached from one of them.
        let (Some((cost, parent)), Some(record)) = (best, self.records.met_mut(self.records.node(cell))) else {
            return;
        };
        (record.cost, record.parent) = (cost, parent);
        self.push(OpenEntry::new(cost + estimate.of(cell, goal), cost, cell));
    }
}

fn steps(field: &Field) -> Steps<'_> {
    Steps { field, connect: Connect::Eight, ordered: false }
}

impl Engine for (&Field, Theta) {
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (field, search) = self;
        waypoints.clear();
        let cost = search.search(field, endpoints, estimate)?;
        let records = &search.records;
        waypoints.extend(records.back_from(records.node(endpoints.1)).map(|node| records.cell(node)));
        waypoints.reverse();
        drop_straight(waypoints);
        Some(cost)
    }

    fn each_expanded(&self, visit: &mut dyn FnMut(Cell)) {
        self.1.records.each_closed(visit);
    }

    fn usage(&self) -> Usage {
        let Theta { records, counts, .. } = &self.1;
        Usage { counts: *counts, search_bytes: records.bytes(), ..Usage::default() }
    }
}
