//! Which search follows a change: none, one from scratch, or one that has learned.

use super::{Connect, Cost, Counts, Fresh, Landscape, Multipath, Replanner, Status};
use crate::geom::Cell;

/// How to search after something changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// Not at all: the path that is known is still a cheapest one.
    Keep,
    /// From scratch, with jumps where there are 8 directions.
    Fresh,
    /// With what was learned before.
    Learned,
}

/// What is known before a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// Whether the ground costs the same everywhere.
    pub(super) is_uniform: bool,
    /// The directions of steps.
    pub(super) connect: Connect,
    /// Whether the path that is known is legal still and costs what it did.
    pub(super) path_holds: bool,
    /// Whether a cell that changed, and is open, lies so near that a path over it could cost less, straight lines taken.
    pub(super) may_shorten: bool,
}

impl Strategy {
    /// The one that costs least as measured by the benchmark `change` (docs/search.md).
    pub(super) fn of(outlook: Outlook) -> Self {
        let Outlook { is_uniform, connect, path_holds, may_shorten, .. } = outlook;
        if path_holds && !may_shorten {
            return Self::Keep;
        }
        if is_uniform || connect == Connect::Eight { Self::Fresh } else { Self::Learned }
    }
}

/// Selects for each search what costs least ([`Strategy::of`]). All paths are cheapest ones.
#[derive(Clone, Debug, Default)]
pub struct Selecting {
    fresh: Fresh,
    learned: Multipath,
    start: Cell,
    goal: Cell,
    /// The path found last, from where the agent was, and how far along it the agent is.
    path: Vec<Cell>,
    at: usize,
    /// What the rest of it cost, from each of its cells on, when it was found.
    rest: Vec<Cost>,
    /// Cells that changed since the path was found, and since the learned search was informed.
    changed: Vec<Cell>,
    uninformed: Vec<Cell>,
    has_learned: bool,
    /// The search that is under way.
    under_way: Option<Strategy>,
    counts: Counts,
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
        Outlook {
            is_uniform: on.costs.is_none(),
            connect: on.connect,
            path_holds,
            may_shorten: path_holds && self.changed.iter().any(|cell| shortens(&cell)),
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
            Strategy::Learned if self.has_learned => {
                self.learned.moved(self.start);
                self.learned.changed(on, &self.uninformed);
                self.uninformed.clear();
            }
            Strategy::Learned => {
                self.learned.begin(on, self.start, self.goal);
                self.has_learned = true;
                self.uninformed.clear();
            }
        }
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
        self.at = 0;
    }
}

impl Replanner for Selecting {
    fn begin(&mut self, _: Landscape, start: Cell, goal: Cell) {
        (self.start, self.goal, self.has_learned, self.under_way) = (start, goal, false, None);
        self.changed.clear();
        self.uninformed.clear();
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
        (self.goal, self.under_way) = (to, None);
        self.forget_path();
        if self.has_learned {
            self.learned.goal_moved(on, to);
        }
    }

    fn changed(&mut self, _: Landscape, cells: &[Cell]) {
        self.under_way = None;
        self.changed.extend_from_slice(cells);
        if self.has_learned {
            self.uninformed.extend_from_slice(cells);
        }
    }

    fn search(&mut self, on: Landscape, expansions: u32) -> Status {
        let strategy = self.under_way.unwrap_or_else(|| {
            let strategy = Strategy::of(self.outlook(on));
            self.ready(on, strategy);
            strategy
        });
        let status = match strategy {
            Strategy::Keep => Status::Found,
            Strategy::Fresh => self.fresh.search(on, expansions),
            Strategy::Learned => self.learned.search(on, expansions),
        };
        self.under_way = (status == Status::Running).then_some(strategy);
        if status == Status::Running {
            return status;
        }
        self.changed.clear();
        match strategy {
            Strategy::Keep => self.counts = Counts::default(),
            Strategy::Fresh => {
                self.fresh.path(on, &mut self.path);
                self.counts = self.fresh.counts();
            }
            Strategy::Learned => {
                self.learned.path(on, &mut self.path);
                self.counts = self.learned.counts();
            }
        }
        if strategy != Strategy::Keep {
            self.at = 0;
            self.sum_up(on);
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
        self.fresh.bytes() + self.learned.bytes()
    }
}
