//! Iterative deepening A*: the least memory, the most work.

use super::{Arrival, Connect, Cost, Counts, Engine, Estimate, Moves, Steps, Usage, turns};
use crate::geom::Cell;

/// Expansions after which a search gives up.
const DEFAULT_LIMIT: u64 = 1 << 24;

/// IDA* (Korf 1985): depth first up to a total cost, then from the start again up to the least total that was left out. It
/// remembers the path it is on and nothing else, so that on grids, where many paths lead to one cell, the work explodes:
/// hence the limit. Exact whenever the estimate is never too large.
#[derive(Clone, Debug)]
pub struct Ida {
    /// The present path, each cell with where its moves begin among those that wait.
    path: Vec<Level>,
    /// The moves that wait, of all levels together; each level owns the end of the list.
    moves: Vec<(Cell, Arrival, Cost)>,
    counts: Counts,
    /// The most expansions of one search, over all rounds.
    pub limit: u64,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    cell: Cell,
    first: usize,
}

/// How a round ended.
enum Round {
    Found(Cost),
    /// Everything up to the bound was searched; the least total beyond it.
    Over(Cost),
    Limit,
}

impl Default for Ida {
    fn default() -> Self {
        let counts = Counts::default();
        Self { path: Vec::new(), moves: Vec::new(), counts, limit: DEFAULT_LIMIT, cells: Vec::new() }
    }
}

impl Ida {
    /// Searches for a path of single steps. They go in canonical order when the directions are 8, so that fewer paths lead
    /// to one cell.
    fn search(&mut self, steps: &Steps, (start, goal): (Cell, Cell), estimate: Estimate) -> Option<Cost> {
        let steps = Steps { ordered: steps.connect == Connect::Eight, ..*steps };
        self.path.clear();
        self.counts = Counts::default();
        if !steps.field.may_join(start, goal) {
            return None;
        }
        let (mut bound, mut left) = (estimate.of(start, goal), self.limit);
        loop {
            match self.round(&steps, (start, goal), estimate, bound, &mut left) {
                Round::Found(cost) => return Some(cost),
                Round::Over(Cost::MAX) => break,
                Round::Over(next) => bound = next,
                Round::Limit => {
                    self.counts.gave_up = true;
                    break;
                }
            }
        }
        self.path.clear();
        None
    }

    fn round(
        &mut self,
        steps: &Steps,
        (start, goal): (Cell, Cell),
        estimate: Estimate,
        bound: Cost,
        left: &mut u64,
    ) -> Round {
        self.path.clear();
        self.moves.clear();
        self.moves.push((start, Arrival::Any, 0));
        self.counts.generated += 1;
        let mut beyond = Cost::MAX;
        loop {
            let first = self.path.last().map_or(0, |level| level.first);
            if self.moves.len() == first {
                self.path.pop();
                if self.path.is_empty() {
                    return Round::Over(beyond);
                }
                continue;
            }
            let Some((cell, arrival, cost)) = self.moves.pop() else { return Round::Over(beyond) };
            let total = cost + estimate.of(cell, goal);
            if total > bound {
                beyond = beyond.min(total);
                continue;
            }
            let before = self.path.last().map(|level| level.cell);
            self.path.push(Level { cell, first: self.moves.len() });
            if cell == goal {
                return Round::Found(cost);
            }
            if *left == 0 {
                return Round::Limit;
            }
            *left -= 1;
            self.counts.expanded = self.counts.expanded.saturating_add(1);
            let Self { moves, counts, .. } = self;
            steps.each(cell, arrival, goal, &mut |to, how, step| {
                // Straight back leads nowhere; longer cycles are ended by the bound.
                if before != Some(to) {
                    counts.generated = counts.generated.saturating_add(1);
                    moves.push((to, how, cost + step));
                }
            });
            self.counts.max_open = self.counts.max_open.max(self.moves.len() as u32);
        }
    }
}

impl Engine for (Steps<'_>, Ida) {
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (steps, search) = self;
        let cost = search.search(steps, endpoints, estimate);
        search.cells.clear();
        search.cells.extend(search.path.iter().map(|level| level.cell));
        turns(&search.cells, waypoints);
        cost
    }

    fn usage(&self) -> Usage {
        let Ida { path, moves, cells, counts, .. } = &self.1;
        let search_bytes = size_of_val(&path[..]) + size_of_val(&moves[..]) + size_of_val(&cells[..]);
        Usage { counts: *counts, search_bytes, ..Usage::default() }
    }
}
