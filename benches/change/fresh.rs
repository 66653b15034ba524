//! Fresh A*: what all others are compared with.

use bestiary::Cell;
use bestiary::testing::grid::CostLayer;
use bestiary::testing::search::{
    Buckets, Estimate, FieldSearch, Heuristic, Landscape, Moves, Status, Steps, WeightedSteps,
};

/// A* from scratch each time, in memory that is kept.
#[derive(Default)]
pub(crate) struct FreshAStar {
    search: FieldSearch<Buckets>,
    pub(crate) waypoints: Vec<Cell>,
}

impl FreshAStar {
    pub(crate) fn search(&mut self, on: Landscape, start: Cell, goal: Cell) -> Status {
        let Landscape { field, costs, connect } = on;
        let estimate = Estimate::new(Heuristic::Octile, costs.map_or(1.0, CostLayer::least));
        match costs {
            None => self.run(&Steps { field, connect, ordered: true }, (start, goal), estimate),
            Some(costs) => self.run(&WeightedSteps { field, costs, connect }, (start, goal), estimate),
        }
    }

    fn run(&mut self, moves: &impl Moves, (start, goal): (Cell, Cell), estimate: Estimate) -> Status {
        self.search.begin(moves, start, goal, estimate);
        let status = self.search.run(moves, u32::MAX);
        self.search.waypoints(&mut self.waypoints);
        status
    }
}
