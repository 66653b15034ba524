//! A* that also pays for each change of direction.

use super::{
    Arrival, Cost, Counts, DaryHeap, Engine, Estimate, Landscape, NO_NODE, OpenList, Records, STRAIGHT, Usage, turns,
};
use crate::geom::Cell;

/// The directions of steps: for each a cell has a node.
pub(super) const DIRECTIONS: usize = 8;

/// A node that waits: its estimated total cost, then the one that has come farther first, then its number.
type Waiting = (Cost, Cost, u32);

/// A* with an extra cost for each change of direction (Rabin 2000). There a cell keeps the direction of its cheapest path, and the path may turn
/// more often than it has to; here a cell and the direction in which it is reached are a node, so that no path costs less, turns
/// counted.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnSearch {
    /// What a change of direction costs.
    turn: Cost,
    open: DaryHeap<Waiting>,
    records: Records,
    counts: Counts,
    cells: Vec<Cell>,
}

impl TurnSearch {
    /// A change of direction costs as much as so many straight steps.
    pub(super) fn new(turn_cost: f32) -> Self {
        Self { turn: (f64::from(turn_cost) * STRAIGHT as f64).round() as Cost, ..Self::default() }
    }

    /// The cost of the cheapest path; it is then read off the records from the node that is returned too.
    fn search(&mut self, on: Landscape, (start, goal): (Cell, Cell), estimate: Estimate) -> Option<(Cost, u32)> {
        let Self { turn, open, records, counts, .. } = self;
        let first = (on.field.nodes() * DIRECTIONS) as u32;
        records.begin(first as usize + 1);
        open.clear();
        *counts = Counts::default();
        if !on.field.may_join(start, goal) {
            return None;
        }
        records.improve(first, 0, NO_NODE, 0);
        open.push((estimate.of(start, goal), !0, first));
        (counts.generated, counts.max_open) = (1, 1);
        while let Some((_, _, node)) = open.pop() {
            let cell = if node == first { start } else { on.field.cell(node / DIRECTIONS as u32) };
            let Some(record) = records.met_mut(node).filter(|record| !record.is_closed()) else { continue };
            if cell == goal {
                return Some((record.cost, node));
            }
            record.close();
            let here = record.cost;
            counts.expanded += 1;
            on.each_step(cell, &mut |to, towards, step| {
                let Some(number) = on.field.node(to) else { return };
                let next = number * DIRECTIONS as u32 + direction(towards);
                let turns = node != first && node % DIRECTIONS as u32 != direction(towards);
                let cost = here + step + if turns { *turn } else { 0 };
                if records.improve(next, cost, node, 0) {
                    open.push((cost + estimate.of(to, goal), !cost, next));
                    counts.generated += 1;
                }
            });
            counts.max_open = counts.max_open.max(open.len() as u32);
        }
        None
    }
}

/// The number of a direction, from 0.
fn direction(towards: Arrival) -> u32 {
    (towards as u32).saturating_sub(Arrival::East as u32)
}

impl Engine for (Landscape<'_>, TurnSearch) {
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (on, search) = self;
        waypoints.clear();
        let (cost, last) = search.search(*on, endpoints, estimate)?;
        let TurnSearch { records, cells, .. } = search;
        cells.clear();
        cells.extend(records.back_from(last).map(|node| on.field.cell(node / DIRECTIONS as u32)));
        // The start is a node of its own.
        cells.pop();
        cells.push(endpoints.0);
        cells.reverse();
        turns(cells, waypoints);
        Some(cost)
    }

    fn usage(&self) -> Usage {
        let TurnSearch { records, open, counts, cells, .. } = &self.1;
        let search_bytes = records.bytes() + open.len() * size_of::<Waiting>() + size_of_val(&cells[..]);
        Usage { counts: *counts, search_bytes, ..Usage::default() }
    }
}
