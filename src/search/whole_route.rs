//! A search over several levels whose path is refined as a whole, as the other searches return theirs.

use super::{Cost, Counts, Engine, Estimate, LevelContext, LevelSearch, Levels, Progress, Route, cost_of, unpack};
use crate::geom::Cell;
use crate::grid::Field;

/// Prepared levels with the memory to search them, and to join the pieces of a path.
pub(super) struct WholeRoute {
    levels: Levels,
    search: LevelSearch,
    route: Route,
    piece: Vec<Cell>,
    path: Vec<Cell>,
}

impl WholeRoute {
    pub(super) fn new(levels: Levels) -> Self {
        let (search, route) = (LevelSearch::default(), Route::default());
        Self { levels, search, route, piece: Vec::new(), path: Vec::new() }
    }
}

impl Engine for (&Field, WholeRoute) {
    fn solve(&mut self, endpoints: (Cell, Cell), _: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (field, WholeRoute { levels, search, route, piece, path }) = self;
        waypoints.clear();
        let on = &mut LevelContext { field, levels, search };
        route.begin(on, endpoints)?;
        loop {
            let progress = route.next_waypoints(on, piece);
            waypoints.extend_from_slice(piece);
            match progress {
                Progress::More => {}
                Progress::Arrived => break,
                Progress::Broken => {
                    waypoints.clear();
                    return None;
                }
            }
        }
        unpack(waypoints, path);
        Some(cost_of(path))
    }

    fn counts(&self) -> Counts {
        self.1.search.counts
    }

    fn prepared_bytes(&self) -> usize {
        self.1.levels.bytes()
    }

    fn search_bytes(&self) -> usize {
        self.1.search.bytes()
    }
}
