//! A search selected by its options while the program runs.

use super::algorithm::WholeRoute;
use super::{Cost, Engine, Estimate, Landscape, Levels, OptionsError, SearchOptions};
use crate::geom::Cell;
use crate::grid::{CostLayer, Field};

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
        Self::on_ground(field, None, options)
    }

    /// The same where the ground does not cost the same everywhere.
    ///
    /// # Errors
    /// As [`Solver::new`], and when the algorithm relies on ground that does.
    pub fn on_ground(
        field: &'a Field,
        costs: Option<&'a CostLayer>,
        options: SearchOptions,
    ) -> Result<Self, OptionsError> {
        Ok(Self { field, estimate: options.estimate(costs), engine: options.engine(field, costs)? })
    }

    /// A search over levels that were prepared for the landscape ([`Algorithm::HpaLevels`](super::Algorithm::HpaLevels)).
    pub fn with_levels(on: Landscape<'a>, levels: Levels) -> Self {
        Self { field: on.field, estimate: Estimate::default(), engine: Box::new((on, WholeRoute::new(levels))) }
    }

    /// Searches for a path. Returns its cost and writes its waypoints, or empties `waypoints` when there is none.
    pub fn solve(&mut self, start: Cell, goal: Cell, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        self.engine.solve((start, goal), self.estimate, waypoints)
    }
}
