//! The search that selects another one for each change.

use super::strategy::{Outlook, Strategy};
use super::{Connect, Cost, Counts, DStarLite, Fresh, Landscape, Multipath, Replanner, Status};
use crate::geom::Cell;

/// Jumps may be poor where a search of theirs expands more than so many times the cells of its path: a search cell by cell finds out.
const POOR_FOR_PATH: u64 = 4;
/// They are where one expands more than one in so many of the cells that a search cell by cell does.
const POOR_UNIFORM: u64 = 16;
/// The same over costs, where each takes longer.
const POOR_OVER_COSTS: u64 = 3;

/// The tree may briefly expand a cell for so many that jumps expanded.
const BRIEFLY: u64 = 4;

/// Selects for each search what costs least, as far as that is known before. All paths are cheapest ones.
#[derive(Clone, Debug, Default)]
pub struct Selecting {
    fresh: Fresh,
    learned: Informed<Multipath>,
    tree: Informed<DStarLite>,
    start: Cell,
    goal: Cell,
    /// The path found last, from where the agent was, and how far along it the agent is.
    path: Vec<Cell>,
    at: usize,
    /// What the rest of it cost, from each of its cells on, when it was found.
    rest: Vec<Cost>,
    /// Cells that changed since the path was found.
    changed: Vec<Cell>,
    /// The search that is under way.
    under_way: Option<Strategy>,
    is_first: bool,
    goal_moves: bool,
    /// Cells that the tree may still expand briefly, and those that it expanded to no avail.
    allowance: u32,
    spent: u32,
    /// Cells that the last search with jumps expanded, and those of its path; 0 before there was one.
    jumps: u64,
    jumped: u64,
    /// Cells that the first search cell by cell expanded; 0 before there was one.
    steps: u64,
    counts: Counts,
}

/// A search that is kept, and is informed of what changed only when it is used.
#[derive(Clone, Debug, Default)]
struct Informed<S> {
    search: S,
    /// Whether it has begun, with this goal.
    has_begun: bool,
    changed: Vec<Cell>,
}

impl<S: Replanner> Informed<S> {
    fn note(&mut self, cells: &[Cell]) {
        if self.has_begun {
            self.changed.extend_from_slice(cells);
        }
    }

    fn ready(&mut self, on: Landscape, start: Cell, goal: Cell) {
        if self.has_begun {
            self.search.moved(start);
            self.search.changed(on, &self.changed);
        } else {
            self.search.begin(on, start, goal);
        }
        self.has_begun = true;
        self.changed.clear();
    }

    fn forget(&mut self) {
        self.has_begun = false;
        self.changed.clear();
    }
}

impl Selecting {
    /// What is known before the next search.
    fn outlook(&self, on: Landscape) -> Outlook {
        let left = self.path.get(self.at..).unwrap_or_default();
        let cost = self.rest.get(self.at).copied().unwrap_or(Cost::MAX);
        let path_holds = !left.is_empty() && self.is_legal(on, left) && on.cost_of(left) == cost;
        // A step beside a cell may lie nearer than the cell itself.
        let estimate = on.estimate();
        let near = estimate.of(Cell::new(0, 0), Cell::new(2, 2));
        let through = |cell: &Cell| estimate.of(self.start, *cell) + estimate.of(*cell, self.goal);
        let shortens = |cell: &&Cell| on.field.open(**cell) && through(cell) < cost + near;
        let away = |cell: &Cell| cell.x.abs_diff(self.start.x).max(cell.y.abs_diff(self.start.y));
        Outlook {
            is_uniform: on.costs.is_none(),
            path_holds,
            may_shorten: path_holds && self.changed.iter().any(|cell| shortens(&cell)),
            distance: self.changed.iter().map(away).min().unwrap_or(0),
            goal_moves: self.goal_moves,
            has_tree: self.tree.has_begun,
            jumps_are_poor: self.jumps_are_poor(on),
        }
    }

    /// Whether jumps are of little use, as far as earlier searches show.
    fn jumps_are_poor(&self, on: Landscape) -> bool {
        on.connect == Connect::Four
            || match (self.steps, on.costs) {
                (0, None) => self.jumps > POOR_FOR_PATH * self.jumped,
                (0, Some(_)) => false,
                (steps, None) => self.jumps * POOR_UNIFORM > steps,
                (steps, Some(_)) => self.jumps * POOR_OVER_COSTS > steps,
            }
    }

    fn is_legal(&self, on: Landscape, path: &[Cell]) -> bool {
        let open = |x, y| on.field.open(Cell::new(x, y));
        path.first().is_some_and(|cell| open(cell.x, cell.y))
            && path.windows(2).all(|pair| {
                let (a, b) = (pair[0], pair[1]);
                open(b.x, b.y) && (a.x == b.x || a.y == b.y || open(a.x, b.y) && open(b.x, a.y))
            })
    }

    /// Readies the search selected.
    fn ready(&mut self, on: Landscape, strategy: Strategy) {
        match strategy {
            Strategy::Keep => {}
            Strategy::Fresh => self.fresh.begin(on, self.start, self.goal),
            Strategy::Learned => self.learned.ready(on, self.start, self.goal),
            Strategy::Tree | Strategy::TreeBriefly => self.tree.ready(on, self.start, self.goal),
        }
    }

    /// The search of a strategy; none is needed to keep a path.
    fn engine(&mut self, strategy: Strategy) -> Option<&mut dyn Replanner> {
        match strategy {
            Strategy::Keep => None,
            Strategy::Fresh => Some(&mut self.fresh),
            Strategy::Learned => Some(&mut self.learned.search),
            Strategy::Tree | Strategy::TreeBriefly => Some(&mut self.tree.search),
        }
    }

    /// Searches with a strategy, or with another where that shows to be better.
    fn go_on(&mut self, on: Landscape, strategy: &mut Strategy, expansions: u32) -> Status {
        let briefly = *strategy == Strategy::TreeBriefly;
        let slice = if briefly { expansions.min(self.allowance) } else { expansions };
        let status = self.engine(*strategy).map_or(Status::Found, |search| search.search(on, slice));
        if briefly && status == Status::Running {
            self.allowance -= slice;
            if self.allowance > 0 {
                return status;
            }
            *strategy = Strategy::Fresh;
            self.spent = self.tree.search.counts().expanded;
        } else if self.is_first && *strategy == Strategy::Fresh && status == Status::Found {
            // The first search shows what jumps are good for, and what is kept from now on begins.
            self.take(on, *strategy);
            if on.costs.is_none() && !self.jumps_are_poor(on) {
                return status;
            }
            *strategy = if on.costs.is_none() { Strategy::Learned } else { Strategy::Tree };
            self.spent = self.counts.expanded;
        } else {
            return status;
        }
        self.ready(on, *strategy);
        let left = expansions.saturating_sub(self.spent);
        self.engine(*strategy).map_or(status, |search| search.search(on, left))
    }

    /// Takes over what a search found.
    fn take(&mut self, on: Landscape, strategy: Strategy) {
        self.counts = Counts::default();
        let mut path = std::mem::take(&mut self.path);
        if let Some(search) = self.engine(strategy) {
            search.path(on, &mut path);
            self.counts = search.counts();
            self.at = 0;
        }
        self.path = path;
        if strategy == Strategy::Keep {
            return;
        }
        let expanded = u64::from(self.counts.expanded);
        self.counts.expanded += self.spent;
        match strategy {
            Strategy::Fresh => (self.jumps, self.jumped) = (expanded, self.path.len() as u64),
            _ if self.steps == 0 => self.steps = expanded,
            _ => {}
        }
        self.sum_up(on);
    }

    /// Adds up what the rest of the path costs from each cell on.
    fn sum_up(&mut self, on: Landscape) {
        self.rest.clear();
        self.rest.resize(self.path.len(), 0);
        for i in (1..self.path.len()).rev() {
            self.rest[i - 1] = self.rest[i] + on.cost_of(&self.path[i - 1..=i]);
        }
    }

    fn forget_path(&mut self) {
        self.path.clear();
        self.changed.clear();
        self.at = 0;
    }
}

impl Replanner for Selecting {
    fn begin(&mut self, _: Landscape, start: Cell, goal: Cell) {
        (self.start, self.goal, self.under_way) = (start, goal, None);
        (self.is_first, self.goal_moves) = (true, false);
        (self.jumps, self.jumped, self.steps) = (0, 0, 0);
        self.changed.clear();
        self.learned.forget();
        self.tree.forget();
        self.forget_path();
    }

    fn moved(&mut self, to: Cell) {
        (self.start, self.under_way) = (to, None);
        match self.path.get(self.at..).and_then(|left| left.iter().position(|cell| *cell == to)) {
            Some(steps) => self.at += steps,
            None => self.forget_path(),
        }
    }

    fn goal_moved(&mut self, on: Landscape, to: Cell) {
        (self.goal, self.goal_moves, self.under_way) = (to, true, None);
        self.forget_path();
        self.tree.forget();
        if self.learned.has_begun {
            self.learned.search.goal_moved(on, to);
        }
    }

    fn changed(&mut self, _: Landscape, cells: &[Cell]) {
        self.under_way = None;
        self.changed.extend_from_slice(cells);
        self.learned.note(cells);
        self.tree.note(cells);
    }

    fn search(&mut self, on: Landscape, expansions: u32) -> Status {
        if !on.field.may_join(self.start, self.goal) {
            self.forget_path();
            self.counts = Counts::default();
            return Status::Exhausted;
        }
        let mut strategy = self.under_way.unwrap_or_else(|| {
            let strategy = Strategy::of(self.outlook(on));
            self.ready(on, strategy);
            (self.allowance, self.spent) = (u32::try_from(self.jumps / BRIEFLY).unwrap_or(u32::MAX), 0);
            strategy
        });
        let status = self.go_on(on, &mut strategy, expansions);
        self.under_way = (status == Status::Running).then_some(strategy);
        if status != Status::Running {
            self.changed.clear();
            self.take(on, strategy);
            self.is_first &= status != Status::Found;
        }
        status
    }

    fn path(&self, _: Landscape, out: &mut Vec<Cell>) {
        out.clear();
        out.extend_from_slice(self.path.get(self.at..).unwrap_or_default());
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn bytes(&self) -> usize {
        self.fresh.bytes() + self.learned.search.bytes() + self.tree.search.bytes()
    }
}
