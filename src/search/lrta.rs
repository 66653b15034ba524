//! Learning Real-Time A*: looks ahead a few cells, learns, and walks.

use super::{
    Arrival, Cost, Counts, DaryHeap, Landscape, Learned, Moves, NO_NODE, OpenEntry, OpenList, Records, Replanner,
    Status,
};
use crate::geom::Cell;

/// LRTA* (Korf 1990) with a local search space found by A* (LSS-LRTA*: Koenig & Sun 2009): expands at most so many cells,
/// raises their estimates to what the cells beyond them say, and leads to the most promising of these. With one cell it is Korf's. The time of a
/// decision is bounded; the path walked may be much longer than the shortest, but it reaches the goal if there is a path.
///
/// The estimates stay consistent where costs fall and the goal moves: [`Learned`].
#[derive(Clone, Debug)]
pub struct Lrta {
    /// Cells expanded before each decision, at least 1.
    lookahead: u32,
    learned: Learned,
    open: DaryHeap<OpenEntry>,
    records: Records,
    expanded: Vec<u32>,
    start: Cell,
    is_searching: bool,
    path: Vec<Cell>,
    counts: Counts,
    is_counting: bool,
}

impl Default for Lrta {
    fn default() -> Self {
        Self::new(Self::DEFAULT_LOOKAHEAD)
    }
}

impl Lrta {
    /// Cells expanded before each decision where nothing else is said.
    pub const DEFAULT_LOOKAHEAD: u32 = 64;

    /// Expands so many cells before each decision; at least 1.
    pub fn new(lookahead: u32) -> Self {
        Self {
            lookahead: lookahead.max(1),
            learned: Learned::default(),
            open: DaryHeap::default(),
            records: Records::default(),
            expanded: Vec::new(),
            start: Cell::default(),
            is_searching: false,
            path: Vec::new(),
            counts: Counts::default(),
            is_counting: false,
        }
    }

    fn run(&mut self, moves: &impl Moves, expansions: u32) -> Status {
        let mut left = expansions;
        if !self.is_counting {
            (self.counts, self.is_counting) = (Counts::default(), true);
        }
        if !self.learned.repair(moves, &mut left, &mut self.counts) {
            return Status::Running;
        }
        if !self.is_searching {
            self.open_start(moves);
        }
        let reached = loop {
            let Some(entry) = self.open.pop() else { break None };
            let node = self.records.node(entry.cell());
            let Some(record) = self.records.met(node).filter(|r| !r.is_closed()) else { continue };
            if entry.cell() == self.learned.goal || self.expanded.len() as u32 >= self.lookahead {
                break Some(entry);
            }
            if left == 0 {
                self.open.push(entry);
                return Status::Running;
            }
            left -= 1;
            self.expand(moves, entry.cell(), node, record.cost);
        };
        (self.is_searching, self.is_counting) = (false, false);
        self.path.clear();
        let Some(to) = reached.map(OpenEntry::cell) else { return Status::Exhausted };
        let node = self.records.node(to);
        self.path.extend(self.records.back_from(node).map(|node| self.records.cell(node)));
        self.path.reverse();
        self.learn(moves);
        if to == self.learned.goal { Status::Found } else { Status::Edge }
    }

    fn open_start(&mut self, moves: &impl Moves) {
        let field = moves.field();
        self.open.clear();
        self.expanded.clear();
        self.records.begin_field(field);
        self.is_searching = true;
        if field.may_join(self.start, self.learned.goal) {
            self.records.improve(self.records.node(self.start), 0, NO_NODE, Arrival::Any as u8);
            self.open.push(OpenEntry::new(self.learned.of(self.start), 0, self.start));
            self.counts.generated += 1;
        }
    }

    fn expand(&mut self, moves: &impl Moves, cell: Cell, node: u32, cost: Cost) {
        let Self { learned, open, records, expanded, counts, .. } = self;
        records.met_mut(node).into_iter().for_each(|record| record.close());
        expanded.push(node);
        counts.expanded += 1;
        moves.each(cell, Arrival::Any, learned.goal, &mut |to, _, step| {
            if records.improve(records.node(to), cost + step, node, Arrival::Any as u8) {
                open.push(OpenEntry::new(cost + step + learned.of(to), cost + step, to));
                counts.generated += 1;
            }
        });
        counts.max_open = counts.max_open.max(open.len() as u32);
    }

    /// Raises the estimates of the cells expanded to the least that a path out of them costs, by Dijkstra's algorithm from the
    /// cells round them inwards.
    fn learn(&mut self, moves: &impl Moves) {
        let Self { learned, open, records, expanded, .. } = self;
        open.clear();
        for node in &*expanded {
            let (cell, mut least) = (records.cell(*node), Cost::MAX);
            moves.each(cell, Arrival::Any, learned.goal, &mut |to, _, step| {
                if records.met(records.node(to)).is_none_or(|r| !r.is_closed()) {
                    least = least.min(step + learned.of(to));
                }
            });
            if least < Cost::MAX {
                open.push(OpenEntry::new(least, 0, cell));
            }
        }
        while let Some(entry) = open.pop() {
            // What the path to a cell cost is needed no more: it says now whether the estimate is settled.
            let Some(record) = records.met_mut(records.node(entry.cell())).filter(|r| r.cost != Cost::MAX) else {
                continue;
            };
            record.cost = Cost::MAX;
            learned.raise(entry.cell(), entry.total());
            moves.each(entry.cell(), Arrival::Any, learned.goal, &mut |to, _, step| {
                if records.met(records.node(to)).is_some_and(|r| r.is_closed() && r.cost != Cost::MAX) {
                    open.push(OpenEntry::new(entry.total() + step, 0, to));
                }
            });
        }
    }
}

impl Replanner for Lrta {
    fn begin(&mut self, on: Landscape, start: Cell, goal: Cell) {
        self.learned.begin(on, goal);
        (self.start, self.is_searching, self.is_counting) = (start, false, false);
        self.path.clear();
    }

    fn moved(&mut self, to: Cell) {
        (self.start, self.is_searching) = (to, false);
        self.path.clear();
    }

    fn goal_moved(&mut self, _: Landscape, to: Cell) {
        self.learned.goal_moved(to);
        self.is_searching = false;
        self.path.clear();
    }

    fn changed(&mut self, on: Landscape, cells: &[Cell]) {
        self.is_searching = false;
        self.path.clear();
        if self.learned.is_outdated(on) {
            self.begin(on, self.start, self.learned.goal);
            return;
        }
        self.learned.changed(on, cells);
    }

    fn search(&mut self, on: Landscape, expansions: u32) -> Status {
        match on.costs {
            None => self.run(&on.steps(), expansions),
            Some(costs) => self.run(&on.weighted(costs), expansions),
        }
    }

    fn path(&self, _: Landscape, out: &mut Vec<Cell>) {
        out.clear();
        out.extend_from_slice(&self.path);
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn bytes(&self) -> usize {
        self.learned.bytes() + self.records.bytes()
    }
}
