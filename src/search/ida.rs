//! Iterative deepening A*: the least memory, the most work.

use super::{Arrival, Connect, Cost, Counts, Estimate, Moves, Steps};
use crate::geom::Cell;

/// How an iterative deepening search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deepened {
    Found(Cost),
    /// There is no way.
    None,
    /// The limit of expansions came first.
    Limit,
}

/// IDA* (Korf 1985): depth first up to a total cost, then from the start again up to the least total that was left out. It
/// remembers the way it is on and nothing else, so that on grids, where many ways lead to one cell, the work explodes:
/// the limit is there to be used. Exact whenever the estimate is never too large.
#[derive(Clone, Debug, Default)]
pub struct Ida {
    /// The way at hand, each cell with what follows it.
    path: Vec<Level>,
    /// Moves that wait, those of all levels together; each level owns the end of it.
    moves: Vec<(Cell, Arrival, Cost)>,
    counts: Counts,
    found: bool,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    cell: Cell,
    cost: Cost,
    /// Where its moves begin among those that wait.
    first: usize,
}

impl Ida {
    /// Searches a way with single steps, with at most `limit` expansions over all rounds. Steps go in canonical order when
    /// the directions are 8, so that fewer ways lead to one cell.
    pub fn search(&mut self, steps: &Steps, (start, goal): (Cell, Cell), estimate: Estimate, limit: u64) -> Deepened {
        let steps = Steps { ordered: steps.connect == Connect::Eight, ..*steps };
        self.counts = Counts::default();
        self.found = false;
        self.path.clear();
        if !steps.field.may_join(start, goal) {
            return Deepened::None;
        }
        let mut bound = estimate.of(start, goal);
        let mut left = limit;
        loop {
            match self.round(&steps, (start, goal), estimate, bound, &mut left) {
                Round::Over(next) if next == Cost::MAX => return Deepened::None,
                Round::Over(next) => bound = next,
                Round::Found(cost) => {
                    self.found = true;
                    return Deepened::Found(cost);
                }
                Round::Limit => return Deepened::Limit,
            }
        }
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
                match self.path.pop() {
                    Some(_) if self.path.is_empty() => return Round::Over(beyond),
                    Some(_) => continue,
                    None => return Round::Over(beyond),
                }
            }
            let Some((cell, arrival, cost)) = self.moves.pop() else { return Round::Over(beyond) };
            let total = cost + estimate.of(cell, goal);
            if total > bound {
                beyond = beyond.min(total);
                continue;
            }
            self.path.push(Level { cell, cost, first: self.moves.len() });
            if cell == goal {
                return Round::Found(cost);
            }
            if *left == 0 {
                return Round::Limit;
            }
            *left -= 1;
            self.counts.expanded = self.counts.expanded.saturating_add(1);
            let before = self.path.len().checked_sub(2).map(|i| self.path[i].cell);
            let Self { moves, counts, .. } = self;
            steps.each(cell, arrival, goal, &mut |to, how, step| {
                // Straight back leads nowhere; longer rounds are ended by the bound.
                if before != Some(to) {
                    counts.generated = counts.generated.saturating_add(1);
                    moves.push((to, how, cost + step));
                }
            });
            self.counts.max_open = self.counts.max_open.max(self.moves.len() as u32);
        }
    }

    /// The cells of the way found; empties `out` when there is none.
    pub fn path(&self, out: &mut Vec<Cell>) {
        out.clear();
        if self.found {
            out.extend(self.path.iter().map(|level| level.cell));
        }
    }

    /// What the way found costs.
    pub fn cost(&self) -> Option<Cost> {
        self.path.last().filter(|_| self.found).map(|level| level.cost)
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }
}

enum Round {
    Found(Cost),
    /// Everything up to the bound was seen; the least total beyond it.
    Over(Cost),
    Limit,
}
