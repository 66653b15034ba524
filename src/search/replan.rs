//! Searches that are kept while the landscape changes and the agent walks: what they have in common.

use super::moves::{PLAIN, STRAIGHT_SHARE};
use super::{
    Arrival, Connect, Cost, Counts, Engine, Estimate, Heuristic, Moves, STRAIGHT, Status, Steps, Usage, WeightedSteps,
    cost_of, octile, turns,
};
use crate::geom::Cell;
use crate::grid::{CostLayer, Field};

/// What is searched, as it is now.
#[derive(Clone, Copy, Debug)]
pub struct Landscape<'a> {
    /// Which cells are open.
    pub field: &'a Field,
    /// What they cost; `None`: all the same.
    pub costs: Option<&'a CostLayer>,
    /// Four neighbours or eight.
    pub connect: Connect,
}

impl<'a> From<WeightedSteps<'a>> for Landscape<'a> {
    fn from(WeightedSteps { field, costs, connect }: WeightedSteps<'a>) -> Self {
        Self { field, costs: Some(costs), connect }
    }
}

impl<'a> From<&'a Field> for Landscape<'a> {
    fn from(field: &'a Field) -> Self {
        Self { field, costs: None, connect: Connect::Eight }
    }
}

impl<'a> Landscape<'a> {
    /// In 8 directions.
    pub fn of(field: &'a Field, costs: Option<&'a CostLayer>) -> Self {
        Self { field, costs, connect: Connect::Eight }
    }

    /// The moves over ground that costs the same everywhere.
    pub(super) fn steps(self) -> Steps<'a> {
        Steps { field: self.field, connect: self.connect, ordered: true }
    }

    /// The moves over ground that does not.
    pub(super) fn weighted(self, costs: &'a CostLayer) -> WeightedSteps<'a> {
        WeightedSteps { field: self.field, costs, connect: self.connect }
    }

    /// Calls `each` with the end, the direction and the cost of every step from an open cell.
    #[inline(always)]
    pub(crate) fn each_step(self, cell: Cell, each: &mut impl FnMut(Cell, Arrival, Cost)) {
        let steps = Steps { ordered: false, ..self.steps() };
        steps.each(cell, Arrival::Any, cell, &mut |to, towards, plain| {
            each(to, towards, self.costs.map_or(plain, |costs| self.weighted(costs).step(cell, to)));
        });
    }

    /// The largest estimate that is consistent.
    pub(super) fn estimate(self) -> Estimate {
        Estimate::new(Heuristic::for_steps(self.connect), self.costs.map_or(1.0, CostLayer::least))
    }

    /// The cost of the cheapest ground, in eighths of plain ground.
    pub(super) fn least(self) -> u64 {
        self.costs.map_or(0, CostLayer::least_eighths)
    }

    /// What each open cell among some costs, in eighths of plain ground; `None` where they differ, or there are none.
    pub(super) fn same_cost(self, cells: impl Iterator<Item = Cell>) -> Option<u64> {
        let is_open = |cell: &Cell| self.field.open(*cell);
        self.costs.map_or(Some(PLAIN), |costs| costs.same_cost(cells.filter(is_open)))
    }

    /// What a straight step to the next row or column costs.
    #[inline(always)]
    pub(super) fn straight(self, from: Cell, to: Cell) -> Cost {
        self.costs.map_or(STRAIGHT, |costs| self.weighted(costs).halves(from, to) * STRAIGHT_SHARE)
    }

    /// The least that a path between two cells can cost.
    pub(super) fn at_least(self, from: Cell, to: Cell) -> Cost {
        let plain = octile(from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        self.costs.map_or(plain, |costs| plain * costs.least_eighths() / PLAIN)
    }

    /// What a path given cell by cell costs.
    pub fn cost_of(self, path: &[Cell]) -> Cost {
        match self.costs {
            None => cost_of(path),
            Some(costs) => path.windows(2).map(|pair| self.weighted(costs).step(pair[0], pair[1])).sum(),
        }
    }
}

/// A search for one agent that is kept while cells change, the agent walks, and its goal moves. The landscape is handed to each
/// call as it is then; its size, its directions and whether it has costs stay the same from [`Replanner::begin`] on.
pub trait Replanner {
    /// Begins with an agent at `start`; what came before is forgotten.
    fn begin(&mut self, on: Landscape, start: Cell, goal: Cell);

    /// The agent has walked.
    fn moved(&mut self, to: Cell);

    /// The goal has moved.
    fn goal_moved(&mut self, on: Landscape, to: Cell);

    /// These cells were opened or closed, or cost something else now. Cells outside the landscape are ignored.
    fn changed(&mut self, on: Landscape, cells: &[Cell]);

    /// Searches from where the agent is, for at most `expansions` more cells. [`Status::Edge`] is returned by searches that
    /// look ahead a limited number of cells: the path leads to the last of them.
    fn search(&mut self, on: Landscape, expansions: u32) -> Status;

    /// The cells of the path found from where the agent is, cell by cell, both ends included; empties `out` where there is
    /// none. Valid until something moves or changes.
    fn path(&self, on: Landscape, out: &mut Vec<Cell>);

    /// What the last search counted, repairs included.
    fn counts(&self) -> Counts;

    /// Bytes of the memory that is kept.
    fn bytes(&self) -> usize;
}

/// Cells and those round them, as nodes of a field in order, each once: where the steps lie that depend on the cells.
pub(crate) fn around(field: &Field, cells: &[Cell], out: &mut Vec<u32>) {
    out.clear();
    for cell in cells {
        let nine = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Cell::new(cell.x + x, cell.y + y)));
        out.extend(nine.filter_map(|cell| field.node(cell)));
    }
    out.sort_unstable();
    out.dedup();
}

/// After so many expansions on one query a search that goes on step by step gives up: ground without a path may not be known to
/// have none.
const MOST_EXPANSIONS: u64 = 1 << 24;

/// A kept search as an engine: for single queries on landscape that does not change. Where it looks ahead only so far, the path
/// is the one that the agent walks.
#[derive(Debug, Default)]
pub(super) struct Once<R> {
    search: R,
    counts: Counts,
    piece: Vec<Cell>,
    path: Vec<Cell>,
}

impl<R: Replanner> Once<R> {
    pub(super) fn new(search: R) -> Self {
        Self { search, counts: Counts::default(), piece: Vec::new(), path: Vec::new() }
    }

    /// Whether there is a path.
    fn walk(&mut self, on: Landscape, start: Cell, goal: Cell) -> bool {
        let Self { search, counts, piece, path } = self;
        *counts = Counts::default();
        path.clear();
        path.push(start);
        search.begin(on, start, goal);
        let mut expanded = 0_u64;
        loop {
            let status = search.search(on, u32::MAX);
            let part = search.counts();
            expanded += u64::from(part.expanded);
            counts.expanded = u32::try_from(expanded).unwrap_or(u32::MAX);
            counts.generated = counts.generated.saturating_add(part.generated);
            counts.max_open = counts.max_open.max(part.max_open);
            match status {
                Status::Running => continue,
                Status::Exhausted => return false,
                Status::Found | Status::Edge => {}
            }
            search.path(on, piece);
            path.extend(piece.iter().skip(1));
            if status == Status::Found {
                return true;
            }
            counts.gave_up = expanded > MOST_EXPANSIONS;
            if counts.gave_up {
                return false;
            }
            path.last().inspect(|to| search.moved(**to));
        }
    }
}

impl<R: Replanner> Engine for (Landscape<'_>, Once<R>) {
    fn solve(&mut self, (start, goal): (Cell, Cell), _: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (on, once) = self;
        waypoints.clear();
        if !once.walk(*on, start, goal) {
            return None;
        }
        turns(&once.path, waypoints);
        Some(on.cost_of(&once.path))
    }

    fn usage(&self) -> Usage {
        Usage { counts: self.1.counts, search_bytes: self.1.search.bytes(), ..Usage::default() }
    }
}
