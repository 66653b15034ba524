//! What all of a map of Tiled that is written has in common.

use crate::diag::Diagnostic;
use crate::world::World;
use crate::world::format::MAX_PROBLEMS;
use std::cell::RefCell;

/// Side of a tile, pixels.
pub(crate) const TILE_PX: u32 = 16;
/// Columns of the picture of the tiles.
pub(crate) const COLUMNS: usize = 16;

/// What is written, and what is common to all of it.
pub(super) struct Export<'w> {
    pub(super) world: &'w World,
    /// Pixels a metre.
    pub(super) scale: f64,
    /// Columns and rows of all storeys: those of the largest.
    pub(super) size: (usize, usize),
    pub(super) warnings: RefCell<Vec<Diagnostic>>,
}

impl Export<'_> {
    /// Reports what the map does not say.
    pub(super) fn warn(&self, message: String) {
        let mut warnings = self.warnings.borrow_mut();
        if warnings.len() < MAX_PROBLEMS {
            warnings.push(Diagnostic::warning(&*self.world.file, message));
        }
    }
}
