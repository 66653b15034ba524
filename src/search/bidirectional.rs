//! A* from both ends at once.

use super::{
    Arrival, Cost, Counts, DaryHeap, Engine, Estimate, Moves, NO_NODE, OpenEntry, OpenList, Records, Reversible, Usage,
};
use crate::geom::Cell;

/// Bidirectional A* (Pohl 1971) over moves that can be reversed. Each side estimates the
/// path to the other end. Cells that the other side has closed, or from which the other side's least total shows
/// that there is no cheaper path, are not expanded (Kwa 1989; Pijls & Post 2009); the search ends when a side's least total
/// is no less than that of the best path met. Exact whenever the estimate is consistent.
#[derive(Clone, Debug, Default)]
pub struct Bidirectional {
    sides: [Side; 2],
    counts: Counts,
    /// The cell where the sides met, and what the path through it costs.
    met: Option<(u32, Cost)>,
    back: Vec<Cell>,
}

#[derive(Clone, Debug, Default)]
struct Side {
    open: DaryHeap<OpenEntry>,
    records: Records,
    goal: Cell,
    /// Total of the last entry taken out: none that waits has less.
    least: Cost,
}

impl Bidirectional {
    /// Searches for a path; its cost, or `None` when there is none.
    fn search(&mut self, moves: &impl Reversible, (start, goal): (Cell, Cell), estimate: Estimate) -> Option<Cost> {
        let field = moves.field();
        (self.met, self.counts) = (None, Counts::default());
        if !field.may_join(start, goal) {
            return None;
        }
        for (side, from, to) in [(0, start, goal), (1, goal, start)] {
            let side = &mut self.sides[side];
            side.open.clear();
            side.records.begin_field(field);
            side.goal = to;
            side.least = estimate.of(from, to);
            side.records.improve(side.records.node(from), 0, NO_NODE, Arrival::Any as u8);
            side.open.push(OpenEntry::new(estimate.of(from, to), 0, from));
            self.counts.generated += 1;
        }
        if start == goal {
            self.met = Some((self.sides[0].records.node(start), 0));
        }
        // The side with fewer cells waiting goes on (Pohl's cardinality rule).
        loop {
            let [a, b] = &self.sides;
            let turn = usize::from(b.open.len() < a.open.len());
            let Some(entry) = self.sides[turn].open.pop() else { break };
            if self.met.is_some_and(|(_, best)| entry.total() >= best) {
                break;
            }
            self.sides[turn].least = entry.total();
            self.expand(moves, turn, entry.cell(), estimate);
        }
        self.met.map(|(_, cost)| cost)
    }

    fn expand(&mut self, moves: &impl Moves, turn: usize, cell: Cell, estimate: Estimate) {
        let Self { sides: [a, b], counts, met, .. } = self;
        let (side, other) = if turn == 0 { (a, b) } else { (b, a) };
        let node = side.records.node(cell);
        let Some(record) = side.records.met_mut(node).filter(|r| !r.is_closed()) else { return };
        record.close();
        let (cost, arrival) = (record.cost, Arrival::from_bits(record.arrival()));
        if let Some((_, best)) = *met {
            let closed = other.records.met(node).is_some_and(|r| r.is_closed());
            if closed || cost + other.least.saturating_sub(estimate.of(cell, other.goal)) >= best {
                return;
            }
        }
        counts.expanded += 1;
        moves.each(cell, arrival, side.goal, &mut |to, how, step| {
            let (number, reached) = (side.records.node(to), cost + step);
            if !side.records.improve(number, reached, node, how as u8) {
                return;
            }
            if let Some(record) = other.records.met(number) {
                let whole = reached + record.cost;
                if met.is_none_or(|(_, best)| whole < best) {
                    *met = Some((number, whole));
                }
            }
            let total = reached + estimate.of(to, side.goal);
            if met.is_none_or(|(_, best)| total < best) {
                side.open.push(OpenEntry::new(total, reached, to));
                counts.generated += 1;
            }
        });
        counts.max_open = counts.max_open.max((side.open.len() + other.open.len()) as u32);
    }
}

impl<M: Reversible> Engine for (M, Bidirectional) {
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (moves, search) = self;
        let cost = search.search(moves, endpoints, estimate);
        waypoints.clear();
        if let Some((node, _)) = search.met {
            let [there, back] = &search.sides;
            there.records.trace(node, waypoints);
            search.back.clear();
            back.records.trace(node, &mut search.back);
            waypoints.extend(search.back.iter().rev().skip(1));
        }
        cost
    }

    fn each_expanded(&self, visit: &mut dyn FnMut(Cell)) {
        self.1.sides.iter().for_each(|side| side.records.each_closed(visit));
    }

    fn usage(&self) -> Usage {
        let search_bytes = self.1.sides.iter().map(|side| side.records.bytes()).sum();
        Usage { counts: self.1.counts, search_bytes, ..Usage::default() }
    }
}
