//! A search that is made for one field.

use super::{Cost, Counts, Estimate};
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
