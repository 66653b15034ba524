//! A search that is made for one field, and one that is selected by its options while the program runs.

use super::whole_route::WholeRoute;
use super::{Cost, Estimate, Levels, OptionsError, SearchOptions};
use crate::geom::Cell;
use crate::grid::Field;

/// An algorithm with its moves and its memory: what every row of the table of algorithms makes. Each algorithm implements
/// this in its own file.
pub trait Engine {
    /// Searches for a path. Returns its cost and writes the cells where it turns, both ends included; empties `waypoints`
    /// when no path was found.
    fn solve(&mut self, ends: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost>;

    /// What the last search counted.
    fn counts(&self) -> Counts;

    /// Bytes of what was prepared for the field, the field itself excluded.
    fn prepared_bytes(&self) -> usize {
        0
    }

    /// Bytes of the memory that the search keeps between queries.
    fn search_bytes(&self) -> usize;
}

/// What a search counted since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes taken from the open list whose steps were looked at.
    pub expanded: u32,
    /// Entries put on the open list.
    pub generated: u32,
    /// The most entries that waited at one time.
    pub max_open: u32,
    /// Cells looked at, by algorithms whose work the entries on the open list do not measure.
    pub looks: u64,
    /// Whether the search reached its limit of expansions: then it is not known whether there is a path.
    pub gave_up: bool,
}

/// A search over one field, made once and used for many queries.
pub struct Solver<'a> {
    field: &'a Field,
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

    /// The field that is searched.
    pub fn field(&self) -> &'a Field {
        self.field
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
