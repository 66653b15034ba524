//! A search selected by its options while the program runs.

use super::{Cost, Counts, Engine, Estimate, LevelContext, LevelSearch, Levels, OptionsError, Progress, Route};
use super::{SearchOptions, cost_of, unpack};
use crate::geom::Cell;
use crate::grid::Field;

/// A search over one field, made once and used for many queries.
pub struct Solver<'a> {
    /// The field that is searched.
    pub field: &'a Field,
    estimate: Estimate,
    engine: Box<dyn Engine + 'a>,
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

    /// What the last search counted.
    pub fn counts(&self) -> Counts {
        self.engine.counts()
    }

    /// Bytes of what was prepared, the field itself excluded.
    pub fn prepared_bytes(&self) -> usize {
        self.engine.prepared_bytes()
    }

    /// Bytes of what was prepared and of the search's memory, the field itself excluded.
    pub fn bytes(&self) -> usize {
        self.engine.prepared_bytes() + self.engine.search_bytes()
    }
}

/// A search over several levels whose path is refined as a whole, as the other searches return theirs: prepared levels
/// with the memory to search them, and to join the pieces of a path.
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
    fn solve(&mut self, ends: (Cell, Cell), _: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (field, WholeRoute { levels, search, route, piece, path }) = self;
        waypoints.clear();
        let on = &mut LevelContext { field, levels, search };
        route.begin(on, ends)?;
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
