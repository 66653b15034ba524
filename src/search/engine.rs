//! A search that is made for one field.

use super::{Cost, Estimate};
use crate::geom::Cell;

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
