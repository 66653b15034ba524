//! A search selected by its options while the program runs.

use super::whole_route::WholeRoute;
use super::{Cost, Counts, Engine, Estimate, Levels, OptionsError, SearchOptions};
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
