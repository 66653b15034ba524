//! A search selected by its options while the program runs.

use super::{
    Cost, Engine, Estimate, LevelContext, LevelSearch, Levels, OptionsError, Progress, Route, SearchOptions, Usage,
    cost_of, unpack,
};
use crate::geom::Cell;
use crate::grid::Field;

/// A search over one field, made once and used for many queries.
pub struct Solver<'a> {
    /// The field that is searched.
    pub field: &'a Field,
    estimate: Estimate,
    /// The algorithm, prepared for the field.
    pub engine: Box<dyn Engine + 'a>,
}

impl<'a> Solver<'a> {
    /// Prepares what the algorithm needs.
    ///
    /// # Errors
    /// [`OptionsError`] when the options do not go together, or do not fit the field.
    pub fn new(field: &'a Field, options: SearchOptions) -> Result<Self, OptionsError> {
        Ok(Self { field, estimate: options.estimate(), engine: options.engine(field)? })
    }

    /// A search over levels that were prepared for the field ([`Algorithm::HpaLevels`](super::Algorithm::HpaLevels)).
    pub fn with_levels(field: &'a Field, levels: Levels) -> Self {
        Self { field, estimate: Estimate::default(), engine: Box::new((field, WholeRoute::new(levels))) }
    }

    /// Searches for a path. Returns its cost and writes its waypoints, or empties `waypoints` when there is none.
    pub fn solve(&mut self, start: Cell, goal: Cell, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        self.engine.solve((start, goal), self.estimate, waypoints)
    }
}

/// A search over several levels whose path is refined as a whole, as the other searches return theirs: the levels with the
/// memory to search them, and to join the pieces of a path.
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

    fn usage(&self) -> Usage {
        let WholeRoute { levels, search, .. } = &self.1;
        Usage { counts: search.counts, prepared_bytes: levels.bytes(), search_bytes: search.bytes() }
    }
}
