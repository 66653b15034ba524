//! The search from scratch, with the face of those that are kept.

use super::{Buckets, Connect, Counts, FieldSearch, Jumps, Landscape, Moves, Replanner, Status, WeightedJumps, unpack};
use crate::geom::Cell;

/// A search from scratch each time: jump point search, plain or weighted; step by step in 4 directions.
#[derive(Clone, Debug, Default)]
pub struct Fresh {
    search: FieldSearch<Buckets>,
    start: Cell,
    goal: Cell,
    is_searching: bool,
    waypoints: Vec<Cell>,
}

impl Fresh {
    fn run(&mut self, on: Landscape, moves: &impl Moves, expansions: u32) -> Status {
        if !self.is_searching {
            self.search.begin(moves, self.start, self.goal, on.estimate());
            self.is_searching = true;
        }
        let status = self.search.run(moves, expansions);
        if status != Status::Running {
            self.is_searching = false;
            self.search.waypoints(&mut self.waypoints);
        }
        status
    }

    fn restart(&mut self) {
        self.is_searching = false;
        self.waypoints.clear();
    }
}

impl Replanner for Fresh {
    fn begin(&mut self, _: Landscape, start: Cell, goal: Cell) {
        (self.start, self.goal) = (start, goal);
        self.restart();
    }

    fn moved(&mut self, to: Cell) {
        self.start = to;
        self.restart();
    }

    fn goal_moved(&mut self, _: Landscape, to: Cell) {
        self.goal = to;
        self.restart();
    }

    fn changed(&mut self, _: Landscape, _: &[Cell]) {
        self.restart();
    }

    fn search(&mut self, on: Landscape, expansions: u32) -> Status {
        let field = on.field;
        match (on.costs, on.connect) {
            (None, Connect::Eight) => self.run(on, &Jumps { field }, expansions),
            (None, Connect::Four) => self.run(on, &on.steps(), expansions),
            (Some(costs), Connect::Eight) => self.run(on, &WeightedJumps { field, costs }, expansions),
            (Some(costs), Connect::Four) => self.run(on, &on.weighted(costs), expansions),
        }
    }

    fn path(&self, _: Landscape, out: &mut Vec<Cell>) {
        unpack(&self.waypoints, out);
    }

    fn counts(&self) -> Counts {
        self.search.counts
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
    }
}
