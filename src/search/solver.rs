//! A search selected by its options while the program runs.

use super::algorithm::WholeRoute;
use super::lines::{length_of_lines, unpack_lines};
use super::{Cost, Engine, Estimate, Landscape, Levels, OptionsError, PathFault, SearchOptions, check_path, unpack};
use crate::geom::Cell;
use crate::grid::{CostLayer, Field};

/// A search over one field, made once and used for many queries.
pub struct Solver<'a> {
    /// The field that is searched.
    pub field: &'a Field,
    estimate: Estimate,
    /// Whether waypoints are joined by straight lines in any direction.
    pub is_any_angle: bool,
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
        let engine = options.engine(field, costs)?;
        Ok(Self { field, estimate: options.estimate(costs), is_any_angle: options.is_any_angle(), engine })
    }

    /// A search over levels that were prepared for the landscape ([`Algorithm::HpaLevels`](super::Algorithm::HpaLevels)).
    pub fn with_levels(on: Landscape<'a>, levels: Levels) -> Self {
        let engine = Box::new((on, WholeRoute::new(levels)));
        Self { field: on.field, estimate: Estimate::default(), is_any_angle: false, engine }
    }

    /// Searches for a path. Returns its cost and writes its waypoints, or empties `waypoints` when there is none.
    pub fn solve(&mut self, start: Cell, goal: Cell, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        self.engine.solve((start, goal), self.estimate, waypoints)
    }

    /// Writes the cells that a path passes, given by its waypoints, into `out`.
    pub fn unpack(&self, waypoints: &[Cell], out: &mut Vec<Cell>) {
        if self.is_any_angle { unpack_lines(waypoints, out) } else { unpack(waypoints, out) }
    }

    /// Walks a path cell by cell, and returns its length in cells: of its straight lines where they run in any direction, else of
    /// its steps.
    ///
    /// # Errors
    /// As [`check_path`]; a line is legal where the cells that it passes are.
    pub fn check(&self, waypoints: &[Cell], cells: &[Cell], (start, goal): (Cell, Cell)) -> Result<f64, PathFault> {
        let steps = check_path(self.field, cells, start, goal)?;
        Ok(if self.is_any_angle { length_of_lines(waypoints) } else { steps })
    }
}
